// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxStreaming

@Suite("Loading state of one content type")
struct MediaStateTests {
    private func facts(_ range: TimeRange? = nil) -> SegmentFacts { SegmentFacts(bytes: 1000, kinds: [.video], range: range) }

    private func loaded(_ count: Int) -> MediaState {
        var contentType = MediaState(.main)
        contentType.follow(0)
        for number in 0..<count {
            let flight = Sample.flight(.main, number + 1, at: 4 * Double(number), sequence: number)
            contentType.requested(flight)
            contentType.finished(flight, facts(flight.segment.range), position: 0)
        }
        return contentType
    }

    @Test("A loaded segment is followed by the next one in its playlist")
    func continues() {
        let contentType = loaded(3)
        #expect(contentType.time == 12)
        #expect(contentType.next == MediaState.SegmentPosition(sequence: 3))
        #expect(contentType.chunks.count == 3)
        #expect(contentType.flight == nil)
        #expect(!contentType.startsRun)
        #expect(contentType.bytes == 3000)
    }

    @Test("A segment of a playlist left in the meantime is followed by time")
    func leftPlaylist() {
        var contentType = loaded(1)
        let flight = Sample.flight(at: 4, sequence: 1)
        contentType.requested(flight)
        contentType.follow(1)
        contentType.finished(flight, facts(), position: 0)
        #expect(contentType.next == nil)
        #expect(contentType.time == 8)
        #expect(contentType.chunks.last?.sampleStart == 8, "without samples, the next ones start at the segment's end")
    }

    @Test("Skipped ranges do not count as loaded")
    func passed() {
        var contentType = loaded(2)
        contentType.pass(TimeRange(start: 8, end: 20), next: MediaState.SegmentPosition(sequence: 5))
        #expect(contentType.time == 20)
        #expect(contentType.ahead(of: 0) == 8)
        #expect(contentType.ahead(of: 10) == 0)
        contentType.restartRun(at: 8)
        #expect(contentType.passed.isEmpty)
        #expect(contentType.ahead(of: 0) == 8)
    }

    @Test("Going back drops what lies behind the position and starts a new run")
    func goesBack() {
        var contentType = loaded(3)
        contentType.end()
        contentType.restartRun(at: 4)
        #expect(contentType.chunks.map(\.range.start) == [0])
        #expect(contentType.startsRun)
        #expect(!contentType.hasEnded)
    }

    @Test("A playlist that moves on the timeline takes its load in flight along")
    func moves() {
        var contentType = loaded(1)
        contentType.requested(Sample.flight(at: 4, sequence: 1))
        contentType.shift(by: 2)
        #expect(contentType.time == 6)
        #expect(contentType.flight?.segment.range == TimeRange(start: 6, end: 10))
    }

    @Test("The time after the end doesn't count as time without success")
    func ended() {
        var contentType = loaded(1)
        contentType.failed(at: Instant(seconds: 5))
        contentType.skip(Sample.flight(at: 4, sequence: 1), because: LoadFailure(.connection, message: "no"))
        contentType.end()
        contentType.restart(at: 0, notBefore: nil)
        #expect(contentType.retry.firstFailure == nil)
    }

    @Test("A seek resets the retry count, but not the time of the first failure")
    func failures() {
        var contentType = loaded(0)
        contentType.failed(at: Instant(seconds: 5))
        contentType.failed(at: Instant(seconds: 9))
        contentType.retry(at: Instant(seconds: 10))
        #expect(contentType.retry.failures == 2)
        let waits = contentType.isWaiting(at: Instant(seconds: 9))
        #expect(waits)
        contentType.restart(at: 30, notBefore: 30)
        #expect(contentType.retry.failures == 0)
        #expect(contentType.retry.firstFailure == Instant(seconds: 5))
        let stillWaits = contentType.isWaiting(at: Instant(seconds: 9))
        #expect(!stillWaits)
    }

    @Test("A failed segment leaves a hole, and consecutive holes are counted until a segment loads")
    func holes() {
        var contentType = loaded(1)
        contentType.skip(Sample.flight(at: 4, sequence: 1), because: LoadFailure(.timeout, message: ""))
        contentType.skip(Sample.flight(at: 8, sequence: 2), because: LoadFailure(.timeout, message: ""))
        #expect(contentType.retry.skips == 2)
        #expect(contentType.time == 12)
        #expect(contentType.startsRun)
        let flight = Sample.flight(at: 12, sequence: 3)
        contentType.finished(flight, facts(), position: 0)
        #expect(contentType.retry.skips == 0)
    }

    @Test("A better copy replaces the chunk with the same start")
    func betterCopy() {
        var contentType = loaded(3)
        var copy = Sample.flight(at: 4)
        copy.segment.stream = 2
        contentType.replaced(by: copy, bytes: 5000)
        #expect(contentType.chunks.map(\.stream) == [0, 2, 0])
        #expect(contentType.chunks.map(\.bytes) == [1000, 5000, 1000])
    }
}
