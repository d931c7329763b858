// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WindowboxCodec
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxOrigin
import WindowboxStreaming
import WindowboxTransport

@Suite("Item and variant changes", .serialized)
struct ItemChangeTests {
    @Test("Changing the item loses no frame and no audio sample")
    func gapless() async throws {
        let first = try GeneratedStreams.named("gapless-1")
        let second = try GeneratedStreams.named("gapless-2")
        let run = await RecordedRun.play([first.address, second.address])
        #expect(run.end == .ended)
        #expect(run.pictures.count == first.frames + second.frames)
        let advances = run.facts.filter { if case .advanced = $0 { true } else { false } }
        #expect(advances.count == 1)
    }

    @Test("Changing to an item that was prepared at a position requests nothing before it and nothing twice")
    func preparedAt() async throws {
        let stream = try GeneratedStreams.named("vod-ts")
        let origin = try await FaultyOrigin(serving: stream)
        let address = origin.address(of: stream)
        let engine = PlaybackEngine()
        await engine.load(try GeneratedStreams.named("short").address, as: ItemID(0))
        await engine.prepare(address, as: ItemID(1), at: .time(7))
        loop: for await fact in engine.facts {
            switch fact {
            case .timeline(ItemID(1), _): await engine.load(address, as: ItemID(1), at: .time(7))
            case .ready(ItemID(1), let position):
                #expect(position == 7)
                break loop
            case .failed(_, let error):
                Issue.record("\(error)")
                break loop
            default: break
            }
        }
        #expect(origin.requests.count { $0.path == "/index.m3u8" } == 1)
        #expect(!origin.requests.contains { $0.path.hasSuffix("/0.ts") })
        #expect(Int(((engine.lastPicture?.time ?? 0) * 30).rounded()) == 210)
        await engine.shutDown()
        await origin.stop()
    }

    /// Selects the lowest variant, and then the next one whenever a segment of the previous one is requested.
    private func climbing(_ stream: GeneratedStream) async -> RecordedRun {
        let rungs = ["180p/", "270p/", "360p/"]
        return await RecordedRun.play(
            [stream.address],
            onRequest: { request, engine in
                if request.url == stream.address { await engine.select(.variant(0)) }
                guard !request.url.hasSuffix(".m3u8"), let rung = rungs.firstIndex(where: request.url.contains) else { return }
                await engine.select(.variant((rung + 1) % rungs.count))
            })
    }

    @Test("Changing the variant loses no frame and no audio sample", arguments: ["vod-cmaf", "vod-ts"])
    func quality(name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        let run = await climbing(stream)
        #expect(run.end == .ended)
        #expect(run.switches.count >= 2, "the quality was increased")
        #expect(Set(run.pictures.map(\.size)).count == 3)
        #expect(run.numbers == (0..<stream.frames).map { $0 })
        #expect(run.misplaced().isEmpty)
        try expectContinuous(run)
    }

    /// - Parameter lists: The number of media playlists read until the best variant's is available.
    @Test(
        "Replacing buffered segments with a better variant loses no frame and no audio sample", .timeLimit(.minutes(1)),
        arguments: zip(["vod-cmaf", "vod-ts"], [4, 2]))
    func replacement(name: String, lists: Int) async throws {
        let stream = try GeneratedStreams.named(name)
        var configuration = EngineConfiguration(pace: .asFastAsPossible)
        configuration.streaming.replacement = .inPlace
        let unread = Mutex(lists)
        let (isRead, read) = AsyncStream.makeStream(of: Void.self)
        let run = await RecordedRun.play(
            [stream.address], configuration: configuration, isPaused: true,
            onRequest: { request, engine in
                if request.url == stream.address { await engine.limit(QualityLimits(bitrate: 550_000)) }
                if request.url.contains("/180p/1.") { await engine.limit(QualityLimits()) }
                // By then the best variant is selected, but its playlist has not arrived.
                if request.url.contains("/180p/2.") { for await _ in isRead {} }
            },
            onFact: { fact, engine in
                guard case .journal(_, let lines) = fact else { return }
                let count = lines.count { $0.contains("playlist index.m3u8") }
                let left = unread.withLock { left in
                    left -= count
                    return left
                }
                if left <= 0 { read.finish() }
                if lines.contains(where: { $0.contains("main at 12.000 s") }) { await engine.play() }
            })
        #expect(run.end == .ended)
        #expect(run.journal.contains { $0.contains("replaces 2.000") }, "\(run.journal.joined(separator: "\n"))")
        #expect(run.numbers == (0..<stream.frames).map { $0 })
        #expect(run.misplaced().isEmpty)
        #expect(run.pictures[..<60].allSatisfy { $0.size == PixelSize(width: 320, height: 180) })
        // What was loaded in low quality is shown in high quality.
        #expect(run.pictures[60..<120].allSatisfy { $0.size == PixelSize(width: 640, height: 360) })
        #expect(run.switches.contains { $0.position == 2 && $0.variant == 2 })
        try expectContinuous(run)
    }

    @Test("Limits set before the stream is known apply from its first segment on")
    func limits() async throws {
        let stream = try GeneratedStreams.named("vod-cmaf")
        let run = await RecordedRun.play(
            [stream.address],
            onRequest: { request, engine in
                if request.url == stream.address { await engine.limit(QualityLimits(bitrate: 500_000)) }
            })
        #expect(run.end == .ended)
        #expect(run.switches.map(\.variant) == [0])
        #expect(run.numbers == (0..<stream.frames).map { $0 })
    }
}
