// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

@Suite("A change", .serialized)
struct ItemChangeTests {
    @Test("of item loses no picture and no sample")
    func gapless() async throws {
        let first = try GeneratedStreams.named("gapless-1")
        let second = try GeneratedStreams.named("gapless-2")
        let run = await RecordedRun.play([first.address, second.address])
        #expect(run.end == .ended)
        #expect(run.pictures.count == first.frames + second.frames)
        let advances = run.facts.filter { if case .advanced = $0 { true } else { false } }
        #expect(advances.count == 1)
    }

    /// Keeps to the lowest variant, and to the next one whenever a segment of the one before is asked for.
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

    @Test("of quality loses no picture and no sample", arguments: ["vod-cmaf", "vod-ts"])
    func quality(name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        let run = await climbing(stream)
        #expect(run.end == .ended)
        #expect(run.switches.count > 3, "the ladder was climbed")
        #expect(Set(run.pictures.map(\.size)).count == 3)
        #expect(run.numbers == (0..<stream.frames).map { $0 })
        #expect(run.misplaced().isEmpty)
        try expectContinuous(run)
    }

    @Test("of the limits before the stream is known holds from its first segment on")
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
