// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxSources

@testable import WindowboxControllers

@Suite("Segment tracker")
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

    @Test("MP-8: playing into an adjacent segment ends the first, then starts the next, each with the other as neighbour")
    func natural() {
        var tracker = tracker(placed("b", 20, 30), placed("a", 10, 20))
        #expect(lines(tracker.handle(.time(5, hasJumped: false))) == [])
        #expect(lines(tracker.handle(.time(10, hasJumped: false))) == ["+a"])
        #expect(lines(tracker.handle(.time(15, hasJumped: false))) == [])
        #expect(lines(tracker.handle(.time(20, hasJumped: false))) == ["-a b", "+b a"])
        #expect(lines(tracker.handle(.time(30, hasJumped: false))) == ["-b"])
    }

    @Test("MP-8: a selected segment stays selected until playback leaves it")
    func selection() {
        var tracker = tracker(placed("a", 10, 20), placed("b", 20, 30))
        _ = tracker.handle(.selected("a"))
        #expect(lines(tracker.handle(.time(10, hasJumped: true))) == ["+a*"])
        #expect(tracker.selected == "a")
        #expect(lines(tracker.handle(.time(20, hasJumped: false))) == ["-a* b", "+b a"])
        #expect(tracker.selected == nil)
    }

    @Test("MP-8: selecting the same segment again ends and restarts it")
    func again() {
        var tracker = tracker(placed("a", 10, 20))
        _ = tracker.handle(.time(15, hasJumped: false))
        _ = tracker.handle(.selected("a"))
        #expect(lines(tracker.handle(.time(15.2, hasJumped: false))) == [], "the seek is pending")
        #expect(lines(tracker.handle(.time(10, hasJumped: true))) == ["-a*! a", "+a* a"])
    }

    @Test("MP-8: selecting another segment interrupts the current one, and so does seeking elsewhere, which selects none")
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

    @Test("MP-8: of overlapping segments the selected one is current, otherwise the one already playing")
    func overlap() {
        var tracker = tracker(placed("a", 10, 40), placed("b", 20, 30))
        _ = tracker.handle(.time(12, hasJumped: false))
        #expect(lines(tracker.handle(.time(25, hasJumped: false))) == [])
        _ = tracker.handle(.selected("b"))
        #expect(lines(tracker.handle(.time(20, hasJumped: true))) == ["-a! b", "+b* a"])
        #expect(lines(tracker.handle(.time(30, hasJumped: false))) == ["-b* a", "+a b"])
    }

    @Test("MP-8: blocked segments neither start nor end; of adjacent ones the first is reported")
    func blocked() {
        var tracker = tracker(
            placed("a", 0, 10), placed("x", 10, 12, blocked: true), placed("y", 12, 20, blocked: true), placed("b", 20, 30))
        _ = tracker.handle(.time(9.8, hasJumped: false))
        #expect(tracker.blocked(at: 10)?.media.urn == "x")
        #expect(tracker.blocked(at: 15)?.media.urn == "y")
        #expect(tracker.blocked(at: 5) == nil)
        #expect(lines(tracker.handle(.time(20, hasJumped: true))) == ["-a b", "+b a"], "its end was reached")
    }

    @Test("MP-8: an equivalent list changes nothing; removing the current segment ends it")
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

    @Test("MP-8: A frame slightly before the selected segment belongs to it")
    func early() {
        var tracker = tracker(placed("a", 0, 10), placed("b", 10, 20))
        _ = tracker.handle(.selected("b"))
        #expect(lines(tracker.handle(.time(9.98, hasJumped: true))) == ["+b*"])
        #expect(lines(tracker.handle(.time(10.2, hasJumped: false))) == [])
    }
}
