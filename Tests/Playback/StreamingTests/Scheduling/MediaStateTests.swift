// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxStreaming

@Suite("How far the loading of one content type has come")
struct MediaStateTests {
    private func facts(_ range: TimeRange? = nil) -> SegmentFacts { SegmentFacts(bytes: 1000, kinds: [.video], range: range) }

    private func loaded(_ count: Int) -> MediaState {
        var lane = MediaState(.main)
        lane.follow(0)
        for number in 0..<count {
            let flight = Sample.flight(.main, number + 1, at: 4 * Double(number), sequence: number)
            lane.requested(flight)
            lane.finished(flight, facts(flight.segment.range), position: 0)
        }
        return lane
    }

    @Test("A segment that has arrived is followed by the next of its playlist")
    func goesOn() {
        let lane = loaded(3)
        #expect(lane.time == 12)
        #expect(lane.next == MediaState.Place(sequence: 3))
        #expect(lane.chunks.count == 3)
        #expect(lane.flight == nil)
        #expect(!lane.startsRun)
        #expect(lane.bytes == 3000)
    }

    @Test("A segment of a playlist that was left meanwhile is followed by time")
    func leftPlaylist() {
        var lane = loaded(1)
        let flight = Sample.flight(at: 4, sequence: 1)
        lane.requested(flight)
        lane.follow(1)
        lane.finished(flight, facts(), position: 0)
        #expect(lane.next == nil)
        #expect(lane.time == 8)
        #expect(lane.chunks.last?.sampleStart == 8, "without samples the next ones begin at its end")
    }

    @Test("Passed spans are not counted as loaded")
    func passed() {
        var lane = loaded(2)
        lane.pass(TimeRange(start: 8, end: 20), next: MediaState.Place(sequence: 5))
        #expect(lane.time == 20)
        #expect(lane.ahead(of: 0) == 8)
        #expect(lane.ahead(of: 10) == 0)
        lane.restartRun(at: 8)
        #expect(lane.passed.isEmpty)
        #expect(lane.ahead(of: 0) == 8)
    }

    @Test("Going back drops what lies behind, and is the start of a run")
    func goesBack() {
        var lane = loaded(3)
        lane.end()
        lane.restartRun(at: 4)
        #expect(lane.chunks.map(\.range.start) == [0])
        #expect(lane.startsRun)
        #expect(!lane.hasEnded)
    }

    @Test("A playlist that moves on the timeline takes the load in flight along")
    func moves() {
        var lane = loaded(1)
        lane.requested(Sample.flight(at: 4, sequence: 1))
        lane.shift(by: 2)
        #expect(lane.time == 6)
        #expect(lane.flight?.segment.range == TimeRange(start: 6, end: 10))
    }

    @Test("A seek forgets the tries, but not since when nothing has come")
    func failures() {
        var lane = loaded(0)
        lane.failed(at: Instant(seconds: 5))
        lane.failed(at: Instant(seconds: 9))
        lane.retry(at: Instant(seconds: 10))
        #expect(lane.retry.failures == 2)
        let waits = lane.isWaiting(at: Instant(seconds: 9))
        #expect(waits)
        lane.restart(at: 30, notBefore: 30)
        #expect(lane.retry.failures == 0)
        #expect(lane.retry.firstFailure == Instant(seconds: 5))
        let stillWaits = lane.isWaiting(at: Instant(seconds: 9))
        #expect(!stillWaits)
    }

    @Test("A hole is left where a segment can't be had, and holes in a row are counted until something comes")
    func holes() {
        var lane = loaded(1)
        lane.skip(Sample.flight(at: 4, sequence: 1), because: LoadFailure(.timeout, message: ""))
        lane.skip(Sample.flight(at: 8, sequence: 2), because: LoadFailure(.timeout, message: ""))
        #expect(lane.retry.skips == 2)
        #expect(lane.time == 12)
        #expect(lane.startsRun)
        let flight = Sample.flight(at: 12, sequence: 3)
        lane.finished(flight, facts(), position: 0)
        #expect(lane.retry.skips == 0)
    }

    @Test("A better copy takes the place of the chunk that begins where it does")
    func betterCopy() {
        var lane = loaded(3)
        var copy = Sample.flight(at: 4)
        copy.segment.stream = 2
        lane.replaced(by: copy, bytes: 5000)
        #expect(lane.chunks.map(\.stream) == [0, 2, 0])
        #expect(lane.chunks.map(\.bytes) == [1000, 5000, 1000])
    }
}
