// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxGTK

@Suite("Marks of the seek bar")
struct SeekMarkTests {
    @Test("1.20: the chapter under the pointer is named")
    func titles() {
        let marks = [
            SeekMark(.openingCredits, TimeRange(start: 0, end: 5)), SeekMark(.chapter("One"), TimeRange(start: 0, end: 10)),
            SeekMark(.chapter(""), TimeRange(start: 10, end: 20)),
        ]
        #expect(SeekMark.title(at: 3, in: marks) == "One")
        #expect(SeekMark.title(at: 10, in: marks) == nil)
        #expect(SeekMark.title(at: 30, in: marks) == nil)
    }
}
