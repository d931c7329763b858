// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxEngine

@Suite("Gaps that no variant covers", .timeLimit(.minutes(2)))
struct GapTests {
    @Test("A gap is reported, and playback skips it when reaching it")
    func passed() async throws {
        let stream = try GeneratedStreams.named("gap")
        // From half a second before the gap of 4 to 6 s, in real time, until the frame after it.
        let run = await RecordedRun.play([stream.address], at: .time(3.5), configuration: EngineConfiguration(pace: .realTime)) { engine in
            let (pictures, told) = AsyncStream.makeStream(of: VideoFrame.self)
            engine.add(CallbackOutput { told.yield($0) })
            for await picture in pictures where picture.time > 6.1 { break }
            return true
        }
        let gaps = run.facts.compactMap { if case .gap(_, .main, let range) = $0 { range } else { nil } }
        #expect(gaps == [TimeRange(start: 4, end: 6)])
        let landed = run.facts.compactMap { if case .seeked(_, let report) = $0 { report.target } else { nil } }
        #expect(run.journal.contains { $0.contains("passes over") })
        #expect(landed == [6])
        #expect(run.misplaced().isEmpty)
        #expect(run.pictures.contains { $0.number == 180 })
        #expect(!run.pictures.contains { $0.time > 4.01 && $0.time < 5.99 })
    }

    @Test("The clock waits at its limit, and times after the limit are not due")
    func limit() {
        var clock = ClockState(media: 3, at: .zero)
        clock.start(at: .zero)
        clock.set(limit: 4, at: .zero)
        #expect(clock.time(at: .zero + 0.5) == 3.5)
        #expect(clock.time(at: .zero + 9) == 4)
        #expect(clock.moment(of: 4) == Instant.zero + 1)
        #expect(clock.moment(of: 6) == nil)
        clock.set(limit: nil, at: .zero + 9)
        #expect(clock.time(at: .zero + 9.5) == 4.5)
        clock.set(limit: 4, at: .zero + 9.5)
        #expect(clock.time(at: .zero + 9.5) == 4.5, "a limit in the past has no effect")
        clock.set(limit: 5, at: .zero + 9.5)
        clock.jump(to: 6, at: .zero + 10)
        #expect(clock.time(at: .zero + 11) == 7)
    }

    @Test("Gaps of the main content are known until loading restarts there, and adjacent gaps are merged")
    func known() {
        var gaps = KnownGaps()
        gaps.add(.main, TimeRange(start: 8, end: 10))
        gaps.add(.main, TimeRange(start: 4, end: 6))
        gaps.add(.main, TimeRange(start: 6, end: 8))
        gaps.add(.main, TimeRange(start: 20, end: 22))
        gaps.add(.audio, TimeRange(start: 0, end: 2))
        gaps.add(.subtitles, TimeRange(start: 0, end: 2))
        #expect(gaps.ranges == [TimeRange(start: 4, end: 10), TimeRange(start: 20, end: 22)])
        #expect(gaps.next(from: 0) == TimeRange(start: 4, end: 10))
        #expect(gaps.next(from: 9) == TimeRange(start: 4, end: 10))
        #expect(gaps.next(from: 10) == TimeRange(start: 20, end: 22))
        gaps.forget(.audio, from: 0)
        gaps.forget(.main, from: 9)
        #expect(gaps.ranges == [TimeRange(start: 4, end: 9)])
        gaps.forget(.main, from: 0)
        #expect(gaps.next(from: 0) == nil)
    }
}
