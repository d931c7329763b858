// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxMedia
import WindowboxPlayer
import WindowboxSources

@testable import WindowboxControllers

@Suite("Parts of a media controller")
struct MediaPartsTests {
    private func follower(_ ranges: (Double, Double)...) -> SegmentFollower {
        var follower = SegmentFollower()
        _ = follower.list(
            ranges.map { start, end in
                let range = TimeRange(start: start, end: end)
                let segment = CompositionSegment(media: Media(urn: "\(Int(start))"), mark: .times(range))
                return SegmentTracker.Placed(segment: segment, range: range)
            })
        return follower
    }

    private func interrupted(_ actions: [SegmentTracker.Action]) -> [Bool] {
        actions.compactMap { if case .ended(let change) = $0 { change.isInterrupted } else { nil } }
    }

    /// Whether a move from the second of three segments interrupts it; nil if the segment continues.
    private func interrupts(from first: Double, to second: Double) -> Bool? {
        var follower = follower((10, 11), (11, 12.5), (12.5, 20))
        _ = follower.move(to: first, isSeeking: false)
        return interrupted(follower.move(to: second, isSeeking: false)).first
    }

    @Test("Normal playback isn't a jump; going back or further ahead than playback can is one")
    func jumps() {
        #expect(interrupts(from: 11.75, to: 12.5) == false)
        #expect(interrupts(from: 11.75, to: 12.74) == false)
        #expect(interrupts(from: 11.75, to: 12.76) == true)
        #expect(interrupts(from: 11.02, to: 10.95) == false, "small steps back are clock jitter")
        #expect(interrupts(from: 11.02, to: 10.85) == true)
        #expect(interrupts(from: 11.02, to: 12) == nil)
    }

    @Test("The first time after a seek is a jump, however near; none is reported during the seek")
    func seeks() {
        var follower = follower((10, 11.2), (11.2, 20))
        _ = follower.move(to: 10.5, isSeeking: false)
        #expect(follower.move(to: 11.3, isSeeking: true) == [])
        #expect(interrupted(follower.move(to: 11.3, isSeeking: false)) == [true])
        var other = self.follower((10, 11.2), (11.2, 20))
        _ = other.move(to: 10.5, isSeeking: false)
        #expect(interrupted(other.move(to: 11.3, isSeeking: false)) == [false])
    }

    @Test("A selected segment starts as selected after the seek; leaving the media ends it")
    func selection() throws {
        var follower = follower((10, 20), (30, 40))
        _ = follower.move(to: 11, isSeeking: false)
        follower.select("30")
        #expect(follower.move(to: 30, isSeeking: true) == [])
        let actions = follower.move(to: 30, isSeeking: false)
        guard case .started(let change)? = actions.last else { throw CancellationError() }
        #expect(change.isSelected)
        #expect(follower.leave().count == 1)
        #expect(follower.tracker.current == nil)
    }

    @Test("The network counts as back only after it was lost")
    func reachable() {
        var conditions = PlaybackConditions(isReachable: true)
        #expect([true, false, false, true, true].map { conditions.follow(isReachable: $0) } == [false, false, false, true, false])
    }

    @Test("Any command clears the hold of an interruption; a report doesn't")
    func held() {
        for (event, isHeld) in [(.play, false), (.pause, false), (.stop, false), (.reset, false), (.reachable, true)]
            as [(MediaDirector.Event, Bool)]
        {
            var conditions = PlaybackConditions(isReachable: true)
            conditions.hold()
            conditions.follow(event)
            #expect(conditions.isHeld == isHeld)
        }
    }

    @Test("A start date is sought once, when dates are known; a start time isn't a date")
    func startDate() {
        let date = Date(timeIntervalSince1970: 1000)
        var stream = LoadedStream(.empty, start: .date(date))
        #expect(stream.dateToSeek(isSeekable: false) == nil)
        #expect(stream.dateToSeek(isSeekable: true) == date)
        #expect(stream.dateToSeek(isSeekable: true) == nil)
        var other = LoadedStream(.empty, start: .time(5))
        #expect(other.dateToSeek(isSeekable: true) == nil)
    }

    @Test("Blocked ranges with small differences count as nearly the same, wherever they are")
    func nearlySame() {
        func metadata(_ start: Double, _ end: Double, _ kind: MarkedRange.Kind = .blocked) -> PlayerMetadata {
            PlayerMetadata(title: "a", markedRanges: [MarkedRange(kind, TimeRange(start: start, end: end))])
        }
        for start in stride(from: 10.0, to: 11, by: 0.01) {
            #expect(metadata(start, 20).isNearly(metadata(start + 0.001, 20.001)))
            #expect(metadata(start, 20).isNearly(metadata(start - 0.001, 19.999)))
            #expect(!metadata(start, 20).isNearly(metadata(start + 0.11, 20)))
            #expect(!metadata(start, 20).isNearly(metadata(start, 19.89)))
        }
        #expect(metadata(1, .infinity).isNearly(metadata(1, .infinity)))
        #expect(!metadata(1, 2).isNearly(metadata(1, 2, .openingCredits)))
        #expect(!metadata(1, 2).isNearly(.empty))
        #expect(!PlayerMetadata.empty.isNearly(metadata(1, 2)))
        var other = metadata(1, 2)
        other.title = "b"
        #expect(!metadata(1, 2).isNearly(other))
    }
}
