// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxEngine

@Suite("Variants along the timeline")
struct VariantSpansTests {
    private func segment(_ number: Int) -> TimeRange { TimeRange(start: Double(number) * 2, end: Double(number) * 2 + 2) }

    @Test("Variants are reported where they change and only there")
    func changes() {
        var spans = VariantSpans()
        let noted = [0, 0, 1, 1, 0].enumerated().flatMap { spans.note($1, in: segment($0), replaces: false) }
        #expect(noted == [.init(start: 0, stream: 0), .init(start: 4, stream: 1), .init(start: 8, stream: 0)])
    }

    @Test("A replaced segment reports the previous variant again at its end")
    func replacing() {
        var spans = VariantSpans()
        for number in 0..<5 { _ = spans.note(0, in: segment(number), replaces: false) }
        let first = spans.note(1, in: segment(2), replaces: true)
        #expect(first == [.init(start: 4, stream: 1), .init(start: 6, stream: 0)])
        let second = spans.note(1, in: segment(3), replaces: true)
        #expect(second == [.init(start: 8, stream: 0)])
        let next = spans.note(1, in: segment(5), replaces: false)
        #expect(next == [.init(start: 10, stream: 1)])
    }

    @Test("Variants are reported again after a seek back before a change")
    func back() {
        var spans = VariantSpans()
        for (number, stream) in [0, 0, 1].enumerated() { _ = spans.note(stream, in: segment(number), replaces: false) }
        let again = spans.note(1, in: segment(1), replaces: false)
        #expect(again == [.init(start: 2, stream: 1)])
        let next = spans.note(1, in: segment(2), replaces: false)
        #expect(next.isEmpty)
    }
}
