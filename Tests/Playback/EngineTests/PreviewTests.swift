// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

@testable import WindowboxEngine

@Suite("Preview images of an item", .serialized, .timeLimit(.minutes(2)))
struct PreviewTests {
    /// Loads a URL and runs a closure once its timeline is known.
    /// - Parameter isPlayed: Whether it is played to its end first, so that nothing more is loaded for playback.
    private func load<Result: Sendable>(
        _ address: String, isPlayed: Bool = false, _ body: @Sendable (PlaybackEngine) async throws -> Result
    ) async throws -> Result {
        let engine = PlaybackEngine(configuration: EngineConfiguration(pace: .asFastAsPossible))
        await engine.load(address, as: ItemID(0))
        if isPlayed { await engine.play() }
        facts: for await fact in engine.facts {
            switch fact {
            case .ready where !isPlayed, .status(_, .ended): break facts
            default: continue
            }
        }
        let result = try await body(engine)
        await engine.shutDown()
        return result
    }

    private func number(_ picture: VideoFrame?) -> Int? {
        picture.flatMap { picture in
            picture.withLuma { FrameNumber.read(luma: $0, stride: $1, width: picture.size.width, height: picture.size.height) }
        }
    }

    @Test("A preview is small, comes from the nearest I-frame and states its exact time")
    func frames() async throws {
        let stream = try IFrameStream(of: try GeneratedStreams.named("wrap-ts"))
        try await load(stream.address) { engine in
            for (time, place) in [(5.4, 6), (4.6, 4), (0, 0), (9.1, 10)] {
                let picture = try #require(await engine.preview(at: time, of: ItemID(0), width: 320))
                #expect(picture.size == PixelSize(width: 320, height: 180))
                #expect(abs(picture.time - Double(place)) < 0.001)
                #expect(number(picture) == place * 30)
            }
        }
    }

    @Test(
        "Previews are available for every kind of media",
        arguments: ["vod-ts", "vod-cmaf", "aes-128-ts", "cbcs-cmaf", "file-end-mp4", "file-film-mkv", "file-film-ts"])
    func kinds(name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        try await load(stream.address) { engine in
            // A file's timeline begins with its earliest track. If that is the audio, the frames are later than their numbers imply
            // by the audio's head start: less than one frame, and the same for all.
            let first = try #require(await engine.preview(at: 0, of: ItemID(0), width: 4000))
            let lead = first.time - Double(try #require(number(first))) / 30
            #expect(lead > -0.001)
            #expect(lead < 1.0 / 30)
            for time in [stream.duration * 0.7, stream.duration * 0.2] {
                let picture = try #require(await engine.preview(at: time, of: ItemID(0), width: 4000))
                // The frame's number matches its time, which is no further away than the distance between keyframes.
                #expect(number(picture) == Int(((picture.time - lead) * 30).rounded()))
                #expect(abs(picture.time - time) < 6.1)
            }
        }
    }

    @Test("Previews are cached per width, so that another request needs no load")
    func kept() async throws {
        let stream = try IFrameStream(of: try GeneratedStreams.named("wrap-ts"))
        try await load(stream.address, isPlayed: true) { engine in
            let first = await engine.preview(at: 4, of: ItemID(0), width: 160)
            _ = await engine.preview(at: 8, of: ItemID(0), width: 160)
            let requests = await engine.currentCounts.requests
            #expect(await engine.preview(at: 4.5, of: ItemID(0), width: 160) === first)
            #expect(await engine.currentCounts.requests == requests)
            #expect(await engine.preview(at: 4, of: ItemID(0), width: 80)?.size.width == 80)
            #expect(await engine.currentCounts.requests > requests)
        }
    }

    @Test("Previews do not disturb playback and exist only for the current item")
    func apart() async throws {
        let stream = try GeneratedStreams.named("vod-ts")
        let run = await RecordedRun.play([stream.address], isPaused: true) { engine in
            _ = await engine.preview(at: 8, of: ItemID(0), width: 160)
            #expect(await engine.preview(at: 8, of: ItemID(1), width: 160) == nil)
            await engine.play()
            for time in stride(from: 0.5, to: 10, by: 1.5) { _ = await engine.preview(at: time, of: ItemID(0), width: 160) }
            return false
        }
        #expect(run.end == .ended)
        #expect(run.numbers == Array(0..<stream.frames))
        let sound = try GeneratedStreams.named("file-sound-mp3")
        try await load(sound.address) { #expect(await $0.preview(at: 1, of: ItemID(0), width: 160) == nil) }
    }

    @Test("Previews are deinterlaced if the option is set, and otherwise stay as decoded")
    func deinterlaced() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).ts").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        let (status, said) = try await RunningProgram.run(
            "/usr/bin/env",
            ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi"]
                + ["-i", "testsrc2=size=320x240:rate=50:duration=3,scroll=horizontal=0.02"]
                + ["-vf", "tinterlace=interleave_top", "-c:v", "mpeg2video", "-flags", "+ilme+ildct", "-top", "1", "-b:v", "6M", file])
        #expect(status == 0, "\(said)")
        try await load(file) { engine in
            // The setting may change while the item plays: a frame cached with the previous setting is not shown.
            var combs: [Deinterlacing: Double] = [:]
            for mode in [Deinterlacing.off, .automatic, .off] {
                await engine.set(processing: MediaProcessing(deinterlacing: mode))
                combs[mode] = self.combs(try #require(await engine.preview(at: 1.5, of: ItemID(0), width: 320)))
            }
            #expect(try #require(combs[.automatic]) < 0.8 * #require(combs[.off]), "\(combs)")
        }
    }

    /// By how much adjacent rows differ more than rows of the same field.
    private func combs(_ picture: VideoFrame) -> Double {
        picture.withLuma { luma, stride in
            var (near, far) = (0, 0)
            for row in 0..<(picture.size.height - 2) {
                for column in 0..<picture.size.width {
                    let sample = Int(luma[row * stride + column])
                    near += abs(sample - Int(luma[(row + 1) * stride + column]))
                    far += abs(sample - Int(luma[(row + 2) * stride + column]))
                }
            }
            return Double(near) / Double(max(far, 1))
        }
    }

    @Test("Previews show nothing of blocked ranges")
    func blocked() async throws {
        let stream = try IFrameStream(of: try GeneratedStreams.named("wrap-ts"))
        try await load(stream.address) { engine in
            await engine.block(BlockedRanges([TimeRange(start: 3, end: 6.5)]), of: ItemID(0))
            #expect(await engine.preview(at: 5, of: ItemID(0), width: 160) == nil)
            // The nearest frame is inside the blocked range.
            #expect(await engine.preview(at: 6.6, of: ItemID(0), width: 160) == nil)
            #expect(await engine.preview(at: 7.6, of: ItemID(0), width: 160)?.time == 8)
        }
    }

    @Test("A cancelled preview request ends its transfers, and a later request gets a result", arguments: ["vod-ts", "file-end-mp4"])
    func cancelled(name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        let origin = try await FaultyOrigin(serving: stream)
        try await load(origin.address(of: stream), isPlayed: true) { engine in
            let before = origin.requests.count
            origin.add(FaultRule("*", .noResponse))
            let waiting = Task { await engine.preview(at: 9, of: ItemID(0), width: 160) }
            await origin.requestsReach(before + 1)
            waiting.cancel()
            #expect(await waiting.value == nil)
            // A new request cancels the previous one.
            let first = Task { await engine.preview(at: 9, of: ItemID(0), width: 160) }
            await origin.requestsReach(before + 2)
            origin.removeRules()
            let second = await engine.preview(at: 3, of: ItemID(0), width: 160)
            #expect(await first.value == nil && second != nil)
        }
        await origin.connectionsFall(to: 0)
    }

    @Test("The preview cache keeps the most recently used within its byte limit")
    func cache() async throws {
        let stream = try IFrameStream(of: try GeneratedStreams.named("wrap-ts"))
        let pictures = try await load(stream.address) { engine in
            var pictures: [VideoFrame] = []
            for time in [0.0, 2, 4] { pictures.append(try #require(await engine.preview(at: time, of: ItemID(0), width: 160))) }
            return pictures
        }
        var cache = PreviewCache(capacity: 2 * pictures[0].byteCount)
        for picture in pictures.prefix(2) {
            cache.add(Preview(frame: picture, span: TimeRange(start: picture.time - 1, end: picture.time + 1)))
        }
        #expect(cache.frame(nearest: 0.9) === pictures[0])
        cache.add(Preview(frame: pictures[2], span: TimeRange(start: 4, end: 4.1)))
        #expect(cache.frame(nearest: 2) == nil && cache.frame(nearest: 0) === pictures[0])
        cache.add(Preview(frame: pictures[2], span: TimeRange(start: 4.5, end: 5)))
        #expect(cache.frame(nearest: 4.7) === pictures[2])
        #expect(cache.bytes == 2 * pictures[0].byteCount)
    }
}
