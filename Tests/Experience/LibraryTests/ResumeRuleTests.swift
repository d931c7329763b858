// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxLibrary

@Suite struct ResumeRuleTests {
    private let rule = ResumeRule()

    @Test("A position in the middle of a video is kept, one near its start or end is not")
    func bounds() {
        #expect(rule.place(at: 9.9, of: 600) == nil)
        #expect(rule.place(at: 10, of: 600) == 10)
        #expect(rule.place(at: 582, of: 600) == 582)
        #expect(rule.place(at: 582.1, of: 600) == nil)
        #expect(rule.place(at: 600, of: 600) == nil)
        #expect(rule.place(at: 700, of: 600) == nil)
    }

    @Test("The end of a long video is its last few percent, that of a short clip its last seconds")
    func ending() {
        #expect(rule.place(at: 6900, of: 7200) == 6900)
        #expect(rule.place(at: 7000, of: 7200) == nil)
        #expect(rule.place(at: 84, of: 100) == 84)
        #expect(rule.place(at: 86, of: 100) == nil)
    }

    @Test("Nothing is kept for short or live items, unknown durations, or invalid positions")
    func nothing() {
        #expect(rule.place(at: 30, of: 59) == nil)
        #expect(rule.place(at: 300, of: nil) == nil)
        #expect(rule.place(at: 300, of: .infinity) == nil)
        #expect(rule.place(at: .nan, of: 600) == nil)
        #expect(rule.place(at: -5, of: 600) == nil)
        #expect(rule.place(at: 5, of: .nan) == nil)
    }
}
