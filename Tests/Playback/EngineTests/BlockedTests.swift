// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxEngine

@Suite("Blocked ranges in the engine", .timeLimit(.minutes(2)))
struct BlockedTests {
    private func ranges(_ spans: (Double, Double)...) -> BlockedRanges {
        BlockedRanges(spans.map { TimeRange(start: $0.0, end: $0.1) })
    }

    /// The audio position at a frame of the output.
    private func position(_ run: RecordedRun, at frame: Int) throws -> Int {
        let end = frame + SoundPosition.shortestRun
        try #require(run.frameCount >= end)
        return try #require(SoundPosition.read(left: Array(run.left[frame..<end]), right: Array(run.right[frame..<end])))
    }

    private func passed(_ run: RecordedRun) -> [TimeRange] {
        run.facts.compactMap { if case .passedBlocked(_, let range) = $0 { range } else { nil } }
    }

    @Test(
        "MP-8: Video and audio stop where a range starts and resume where it ends, with adjacent ranges merged and at both ends",
        arguments: ["vod-cmaf-single", "vod-ts", "file-start-mp4"])
    func exact(_ name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        let blocked = ranges((0, 1), (2, 3), (3, 4), (6, 6.5), (11, 99))
        let run = await RecordedRun.play([stream.address], isPaused: true) { engine in
            await engine.block(blocked, of: ItemID(0))
            await engine.play()
            return false
        }
        #expect(run.end == .ended)
        let shown = Array(30..<60) + Array(120..<180) + Array(195..<330)
        #expect(run.numbers == shown)
        #expect(run.misplaced().isEmpty)
        #expect(passed(run).suffix(2) == [TimeRange(start: 2, end: 4), TimeRange(start: 6, end: 6.5)])
        #expect(abs(run.frameCount - 360_000) <= 4)
        // The first samples after each block, and some near the end.
        for (frame, second) in [(0, 1.0), (48_000, 4), (144_000, 6.5), (340_000, 6.5 + 196.0 / 48)] {
            #expect(abs(try position(run, at: frame) - Int((second * 48_000).rounded())) <= 4, "at \(frame)")
        }
    }

    @Test("MP-8: In real time nothing in a range is seen or heard, and everything before it is")
    func realTime() async throws {
        let stream = try GeneratedStreams.named("vod-cmaf-single")
        let blocked = ranges((4, 8))
        let run = await RecordedRun.play([stream.address], at: .time(3), configuration: EngineConfiguration(), isPaused: true) { engine in
            await engine.block(blocked, of: ItemID(0))
            let (pictures, told) = AsyncStream.makeStream(of: VideoFrame.self)
            engine.add(CallbackOutput { told.yield($0) })
            await engine.play()
            for await picture in pictures where picture.time > 8.5 { break }
            return true
        }
        #expect(run.pictures.allSatisfy { $0.time < 3.999 || $0.time > 7.999 })
        #expect(run.numbers.contains(119))
        #expect(run.numbers.contains(240))
        #expect(passed(run) == [TimeRange(start: 4, end: 8)])
        #expect(abs(try position(run, at: 0) - 3 * 48_000) <= 4)
        #expect(abs(try position(run, at: 48_000) - 8 * 48_000) <= 4)
    }

    @Test("PB-29, PB-3: A seek or start inside a range lands at its end, or before the range if nothing follows it")
    func seeks() async throws {
        let stream = try GeneratedStreams.named("vod-cmaf-single")
        let blocked = ranges((4, 6), (11, 20))
        let run = await RecordedRun.play([stream.address], at: .time(5), isPaused: true) { engine in
            await engine.block(blocked, of: ItemID(0))
            #expect(await engine.seek(to: 1)?.landed == 1)
            #expect(await engine.seek(to: 4)?.landed == 6)
            #expect(await engine.seek(to: 5.9)?.landed == 6)
            let last = await engine.seek(to: 11.5)?.landed
            #expect(last.map { $0 > 10.8 && $0 < 11 } == true)
            return true
        }
        #expect(run.pictures.allSatisfy { $0.time < 3.999 || $0.time > 5.999 && $0.time < 10.999 })
    }

    @Test("PB-7: A range set around the current position is left at once, and a removed range blocks no more")
    func later() async throws {
        let stream = try GeneratedStreams.named("vod-cmaf-single")
        let (early, late) = (ranges((0.2, 9)), ranges((9.5, 11)))
        let run = await RecordedRun.play([stream.address], configuration: EngineConfiguration(), isPaused: true) { engine in
            await engine.block(late, of: ItemID(0))
            let (pictures, told) = AsyncStream.makeStream(of: VideoFrame.self)
            engine.add(CallbackOutput { told.yield($0) })
            await engine.play()
            var count = 0
            for await picture in pictures {
                count += 1
                if count == 20 { await engine.block(early, of: ItemID(0)) }
                if picture.time > 9.9 { break }
            }
            return true
        }
        #expect(passed(run) == [TimeRange(start: 0.2, end: 9)])
        #expect(run.numbers.contains(270))
        #expect(!run.pictures.contains { $0.time > 5 && $0.time < 8.999 })
        #expect(run.pictures.contains { $0.time > 9.5 })
    }

    @Test("MP-8: An item whose rest is blocked ends there, and the next one begins behind its own block")
    func items() async throws {
        let stream = try GeneratedStreams.named("vod-cmaf-single")
        let (first, second) = (ranges((3, 99)), ranges((0, 8)))
        let run = await RecordedRun.play([stream.address, stream.address], isPaused: true) { engine in
            await engine.block(first, of: ItemID(0))
            await engine.block(second, of: ItemID(1))
            await engine.play()
            return false
        }
        #expect(run.end == .ended)
        #expect(run.numbers == Array(0..<90) + Array(240..<360))
        #expect(abs(try position(run, at: 3 * 48_000) - 8 * 48_000) <= 4)
    }

    @Test("MP-8: Segments entirely inside a range are not loaded, and playback skips them without losing a frame or sample outside")
    func loading() async throws {
        let stream = try GeneratedStreams.named("vod-cmaf-single")
        let blocked = ranges((1.5, 9))
        let run = await RecordedRun.play([stream.address], isPaused: true) { engine in
            await engine.block(blocked, of: ItemID(0))
            await engine.play()
            return false
        }
        #expect(run.end == .ended)
        #expect(run.numbers == Array(0..<45) + Array(270..<360))
        #expect(passed(run) == [TimeRange(start: 1.5, end: 9)])
        // The last audio packet extends past the end.
        #expect(run.frameCount >= 215_996)
        #expect(run.frameCount < 216_000 + 1024)
        #expect(abs(try position(run, at: 72_000) - 9 * 48_000) <= 4)
        for contentType in ["main", "audio"] {
            #expect(run.journal.contains { $0.contains("blocked \(contentType) passes over ") && $0.contains(", 3 segments") })
            #expect(run.journal.filter { $0.contains(" segment \(contentType) ") }.count == 3)
        }
    }
}
