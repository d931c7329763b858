// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxSources

@testable import WindowboxControllers

@Suite("Which segment of a chapter plays")
struct SegmentTrackerTests {
    private func placed(_ urn: String, _ start: Double, _ end: Double, blocked: Bool = false) -> SegmentTracker.Placed {
        let range = TimeRange(start: start, end: end)
        let media = Media(urn: urn, blockingReason: blocked ? .legal : nil)
        return SegmentTracker.Placed(segment: CompositionSegment(media: media, mark: .times(range)), range: range)
    }

    /// One line each: `+a` started, `-a` ended; `*` selected, `!` interrupted, and the neighbour.
    private func lines(_ actions: [SegmentTracker.Action]) -> [String] {
        actions.map { action in
            let (sign, change): (String, SegmentChange) =
                switch action {
                case .started(let change): ("+", change)
                case .ended(let change): ("-", change)
                }
            return sign + change.segment.media.urn + (change.isSelected ? "*" : "") + (change.isInterrupted ? "!" : "")
                + (change.neighbour.map { " \($0.media.urn)" } ?? "")
        }
    }

    private func tracker(_ list: SegmentTracker.Placed...) -> SegmentTracker {
        var tracker = SegmentTracker()
        _ = tracker.handle(.list(list))
        return tracker
    }

    @Test("MP-8: from one segment into the one that touches it, the first ends, with the next, and then the next starts, with the first")
    func natural() {
        var tracker = tracker(placed("b", 20, 30), placed("a", 10, 20))
        #expect(lines(tracker.handle(.time(5, hasJumped: false))) == [])
        #expect(lines(tracker.handle(.time(10, hasJumped: false))) == ["+a"])
        #expect(lines(tracker.handle(.time(15, hasJumped: false))) == [])
        #expect(lines(tracker.handle(.time(20, hasJumped: false))) == ["-a b", "+b a"])
        #expect(lines(tracker.handle(.time(30, hasJumped: false))) == ["-b"])
    }

    @Test("MP-8: a segment that is gone to stays chosen until playing leaves it")
    func selection() {
        var tracker = tracker(placed("a", 10, 20), placed("b", 20, 30))
        _ = tracker.handle(.selected("a"))
        #expect(lines(tracker.handle(.time(10, hasJumped: true))) == ["+a*"])
        #expect(tracker.selected == "a")
        #expect(lines(tracker.handle(.time(20, hasJumped: false))) == ["-a* b", "+b a"])
        #expect(tracker.selected == nil)
    }

    @Test("MP-8: choosing the same one again ends it and starts it")
    func again() {
        var tracker = tracker(placed("a", 10, 20))
        _ = tracker.handle(.time(15, hasJumped: false))
        _ = tracker.handle(.selected("a"))
        #expect(lines(tracker.handle(.time(15.2, hasJumped: false))) == [], "the seek is under way")
        #expect(lines(tracker.handle(.time(10, hasJumped: true))) == ["-a*! a", "+a* a"])
    }

    @Test("MP-8: choosing another one interrupts, and so does seeking elsewhere, which chooses nothing")
    func interruption() {
        var tracker = tracker(placed("a", 10, 20), placed("b", 20, 30))
        _ = tracker.handle(.time(12, hasJumped: false))
        _ = tracker.handle(.selected("b"))
        #expect(lines(tracker.handle(.time(20, hasJumped: true))) == ["-a! b", "+b* a"])
        #expect(lines(tracker.handle(.time(2, hasJumped: true))) == ["-b*!"])
        #expect(tracker.selected == nil)
        _ = tracker.handle(.selected("a"))
        #expect(lines(tracker.handle(.time(25, hasJumped: true))) == ["+b"], "the seek to it was superseded")
        #expect(tracker.selected == nil)
    }

    @Test("MP-8: of segments that overlap, the chosen one counts, and else the one that plays already")
    func overlap() {
        var tracker = tracker(placed("a", 10, 40), placed("b", 20, 30))
        _ = tracker.handle(.time(12, hasJumped: false))
        #expect(lines(tracker.handle(.time(25, hasJumped: false))) == [])
        _ = tracker.handle(.selected("b"))
        #expect(lines(tracker.handle(.time(20, hasJumped: true))) == ["-a! b", "+b* a"])
        #expect(lines(tracker.handle(.time(30, hasJumped: false))) == ["-b* a", "+a b"])
    }

    @Test("MP-8: blocked segments neither start nor end; of several that touch, the first is told of")
    func blocked() {
        var tracker = tracker(
            placed("a", 0, 10), placed("x", 10, 12, blocked: true), placed("y", 12, 20, blocked: true), placed("b", 20, 30))
        _ = tracker.handle(.time(9.8, hasJumped: false))
        #expect(tracker.blocked(at: 10)?.media.urn == "x")
        #expect(tracker.blocked(at: 15)?.media.urn == "y")
        #expect(tracker.blocked(at: 5) == nil)
        #expect(lines(tracker.handle(.time(20, hasJumped: true))) == ["-a b", "+b a"], "the end of it was seen")
    }

    @Test("MP-8: an equal list changes nothing; where the one that plays is gone, it ends")
    func replaced() {
        var tracker = tracker(placed("a", 10, 20))
        _ = tracker.handle(.time(12, hasJumped: false))
        #expect(lines(tracker.handle(.list([placed("renamed", 10, 20), placed("b", 0, 5)]))) == [])
        #expect(tracker.current?.segment.media.urn == "renamed")
        #expect(lines(tracker.handle(.list([placed("b", 0, 5)]))) == ["-renamed!"])
        #expect(lines(tracker.handle(.time(3, hasJumped: true))) == ["+b"])
        #expect(lines(tracker.handle(.left)) == ["-b"])
        #expect(lines(tracker.handle(.time(3, hasJumped: true))) == [])
    }

    @Test("MP-8: A picture that begins a little before the chosen segment belongs to it")
    func early() {
        var tracker = tracker(placed("a", 0, 10), placed("b", 10, 20))
        _ = tracker.handle(.selected("b"))
        #expect(lines(tracker.handle(.time(9.98, hasJumped: true))) == ["+b*"])
        #expect(lines(tracker.handle(.time(10.2, hasJumped: false))) == [])
    }
}
