// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxEngine

@Suite("Scrubbing", .serialized, .timeLimit(.minutes(2)))
struct ScrubbingTests {
    @Test(
        "Each scrub lands, playback is held, and it resumes from the exact frame at the end", arguments: ["vod-ts", "file-start-mp4"])
    func drag(name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        let landed = Mutex<[Double?]>([])
        let held = Mutex<[Bool]>([])
        let run = await RecordedRun.play([stream.address], isPaused: true) { engine in
            await engine.beginScrubbing()
            await engine.play()
            for number in [150, 310, 47, 222] {
                let report = await engine.scrub(to: (Double(number) + 0.5) / 30)
                let position = await engine.position
                held.withLock { $0.append(position == (Double(number) + 0.5) / 30) }
                landed.withLock { $0.append(report?.landed) }
            }
            let report = await engine.endScrubbing(at: 301.5 / 30)
            landed.withLock { $0.append(report?.landed) }
            return false
        }
        let numbers = landed.withLock { $0 }.map { Int((($0 ?? -1) * 30).rounded()) }
        #expect(numbers == [150, 310, 47, 222, 301])
        #expect(held.withLock { $0 } == [true, true, true, true])
        #expect(run.end == .ended)
        #expect(run.pictures.suffix(stream.frames - 301).map(\.number) == Array(301..<stream.frames))
    }

    @Test("Ending without a time stays at the current position, and a paused item stays paused")
    func stays() async throws {
        let stream = try GeneratedStreams.named("vod-ts")
        let status = Mutex<EngineStatus?>(nil)
        let run = await RecordedRun.play([stream.address], isPaused: true) { engine in
            await engine.beginScrubbing()
            await engine.scrub(to: 100.5 / 30)
            await engine.endScrubbing()
            let now = await engine.currentStatus
            status.withLock { $0 = now }
            return true
        }
        #expect(run.pictures.last?.number == 100)
        #expect(status.withLock { $0 } == .paused)
    }

    @Test("Scrubbing to the end does not advance to the next item before scrubbing ends")
    func end() async throws {
        let stream = try GeneratedStreams.named("short")
        let advanced = Mutex(false)
        let run = await RecordedRun.play([stream.address, stream.address], isPaused: true) { engine in
            await engine.beginScrubbing()
            await engine.play()
            await engine.scrub(to: 1e6)
            await engine.scrub(to: 0.5 / 30)
            let counts = await engine.currentStatus
            advanced.withLock { $0 = counts == .ended }
            await engine.endScrubbing()
            return false
        }
        #expect(!advanced.withLock { $0 })
        #expect(run.end == .ended)
        // At the fastest pace, the second item does not wait for the end of the first.
        let numbers = run.pictures.suffix(2 * stream.frames).compactMap(\.number)
        #expect(numbers.sorted() == (0..<2 * stream.frames).map { $0 / 2 })
    }

    @Test("Loading another item ends scrubbing, and scrubbing without an item or before it begins has no effect")
    func bounds() async throws {
        let stream = try GeneratedStreams.named("short")
        let engine = PlaybackEngine(configuration: EngineConfiguration(pace: .asFastAsPossible))
        await engine.beginScrubbing()
        #expect(await engine.endScrubbing(at: 0) == nil)
        await engine.load(stream.address, as: ItemID(0))
        #expect(await engine.scrub(to: 0) == nil)
        await engine.beginScrubbing()
        await engine.load(stream.address, as: ItemID(1))
        await engine.play()
        for await fact in engine.facts { if case .status(ItemID(1), .ended) = fact { break } }
        await engine.shutDown()
    }

    @Test("The keyframe before the target is reported while the frames up to it are decoded")
    func passing() async throws {
        let (facts, send) = AsyncStream.makeStream(of: TrackFact.self)
        let track = VideoTrack(options: .init(threads: 2), retention: 15) { send.yield($0) }
        track.start()
        track.restart(at: 25.5 / 30, isRough: true)
        let stream = try GeneratedStreams.named("vod-ts")
        let file = stream.directory.appending(path: "360p/0.ts")
        let demuxer = try Demuxer(ByteFeed(Array(Data(contentsOf: file))))
        var start: Double?
        while let sample = try demuxer.next() {
            guard sample.format.kind == .video else { continue }
            let time = sample.presentation.seconds
            start = start ?? time
            track.append(.init(sample: sample, time: time - start!, duration: sample.duration.seconds), of: nil, run: nil)
        }
        var picture: VideoFrame?
        for await fact in facts {
            if case .passing(let frame, _) = fact { picture = frame }
            break
        }
        #expect(picture?.time == 0)
        let first: VideoFrame = track.state.wait { $0.frames.first }
        #expect(Int((first.time * 30).rounded()) == 25)
        track.stop()
    }
}
