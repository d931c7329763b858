// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

/// A fault that playback recovers from.
struct Trouble: Sendable, CustomTestStringConvertible {
    var stream: String
    var rules: [FaultRule]
    var testDescription: String {
        stream + ": "
            + rules.map { "\($0.pattern) \($0.requests.lowerBound)...\($0.requests.upperBound) \($0.fault)" }.joined(separator: ", ")
    }

    /// Whether the server keeps the connection open and sends nothing more: only the client's timeout ends that.
    var isSilent: Bool {
        rules.contains { rule in
            switch rule.fault {
            case .stall: true
            case .wrongLength(let difference): difference > 0
            default: false
            }
        }
    }

    init(_ stream: String, _ pattern: String, times: Int = 1, _ fault: Fault) {
        self.stream = stream
        rules = [FaultRule(pattern, requests: 1...times, fault)]
    }
}

@Suite("Recovery from faults", .serialized, .timeLimit(.minutes(1)))
struct FaultTests {
    private func expectWhole(_ trouble: Trouble) async throws {
        let stream = try GeneratedStreams.named(trouble.stream)
        let origin = try await FaultyOrigin(serving: stream, rules: trouble.rules)
        var configuration = EngineConfiguration.impatient
        if trouble.isSilent {
            configuration.streaming.limitsOfLoads.segment.idle = 0.4
            // A busy machine alone can cause pauses of this length.
            configuration.streaming.recovery.attempts = 100
        }
        let run = await RecordedRun.play([origin.address(of: stream)], configuration: configuration)
        #expect(run.end == .ended, "\(run.journal.suffix(6))")
        #expect(run.numbers == (0..<stream.frames).map { $0 }, "\(run.journal)")
        #expect(run.misplaced().isEmpty)
        try expectContinuous(run)
        await origin.stop()
    }

    static let broken: [Trouble] = [
        Trouble("vod-ts", "*/0.ts", .drop(atByte: 60_000)),
        Trouble("vod-ts", "*/2.ts", .drop(atByte: 0)),
        Trouble("vod-ts", "*/2.ts", times: 2, .drop(atByte: 90_000)),
        Trouble("vod-ts", "*/5.ts", times: 2, .drop(atByte: 50_001)),
        Trouble("vod-ts", "*/3.ts", times: 3, .truncate(toBytes: 70_000)),
        Trouble("vod-cmaf", "*0p/2.m4s", times: 2, .drop(atByte: 60_000)),
        Trouble("vod-cmaf", "/audio-en/3.m4s", times: 2, .drop(atByte: 9_000)),
        Trouble("vod-cmaf-single", "/video/0.m4s", .drop(atByte: 60_000)),
        Trouble("vod-cmaf-single", "/video/4.m4s", times: 2, .truncate(toBytes: 100_000)),
        Trouble("vod-cmaf-muxed", "*2.m4s", times: 2, .drop(atByte: 100_000)),
        Trouble("vod-ts-demuxed", "/video/2.ts", times: 2, .drop(atByte: 100_000)),
        Trouble("vod-ts-demuxed", "/en/2.ts", times: 2, .drop(atByte: 20_000)),
        // Nothing is queued at that point. Although there is a French rendition, the audio stays English.
        Trouble("vod-ts-demuxed", "/en/0.ts", times: 2, .drop(atByte: 0)),
        Trouble("aes-128-ts", "/2.ts", times: 2, .drop(atByte: 100_000)),
        Trouble("aes-128-cmaf", "/3.m4s", .drop(atByte: 100_000)),
        Trouble("sample-aes-ts", "/2.ts", times: 2, .drop(atByte: 100_000)),
        Trouble("cbcs-cmaf", "/video/2.m4s", times: 2, .drop(atByte: 100_000)),
        Trouble("discontinuity-ts", "/1-0.ts", times: 2, .drop(atByte: 100_000)),
        Trouble("discontinuity-cmaf", "/video/1-0.m4s", times: 2, .drop(atByte: 100_000)),
        Trouble("gap-ladder", "*/2.ts", times: 2, .drop(atByte: 50_000)),
    ]

    @Test("A segment that breaks off costs no frame and no audio sample", arguments: broken)
    func breaks(_ trouble: Trouble) async throws { try await expectWhole(trouble) }

    static let refused: [Trouble] = [
        Trouble("vod-ts", "*/2.ts", .status(503, retryAfter: "0")),
        Trouble("vod-ts-demuxed", "/en/2.ts", times: 2, .status(429, retryAfter: "0")),
        Trouble("vod-cmaf-single", "/video/2.m4s", times: 2, .status(500)),
        Trouble("vod-cmaf-single", "/audio-en/init.mp4", .status(503)),
        Trouble("vod-cmaf", "/360p/*", times: 1_000_000, .status(404)),
        Trouble("vod-ts", "/270p/*", times: 1_000_000, .status(403)),
        Trouble("vod-ts", "/360p/*.ts", times: 1_000_000, .garbage),
        Trouble("vod-cmaf-single", "/video/2.m4s", .close),
        Trouble("vod-cmaf-single", "/video/2.m4s", .stall(atByte: 90_000)),
        Trouble("vod-ts", "*/2.ts", times: 2, .stall(atByte: 50_000)),
    ]

    @Test("A refusing server costs no frame and no audio sample", arguments: refused)
    func refuses(_ trouble: Trouble) async throws { try await expectWhole(trouble) }

    static let odd: [Trouble] = [
        Trouble("vod-ts", "*.ts", times: 1_000_000, .contentType("text/html")),
        Trouble("vod-ts", "*.m3u8", times: 1_000_000, .contentType("application/octet-stream")),
        Trouble("vod-cmaf-single", "/video/*.m4s*", times: 1_000_000, .redirectChain(2)),
        Trouble("vod-cmaf-single", "/video/2.m4s", .wrongLength(by: 1000)),
        Trouble("vod-cmaf-single", "/video/2.m4s", .wrongLength(by: -1000)),
        Trouble("vod-cmaf-single", "/video/*.m4s", times: 1_000_000, .slow(bytesPerSecond: 2_000_000)),
        Trouble("byte-ranges", "*.mp4", times: 1_000_000, .ignoresRange),
    ]

    @Test("A server with odd responses costs no frame and no audio sample", arguments: odd)
    func answersOddly(_ trouble: Trouble) async throws { try await expectWhole(trouble) }

    static let keysAndLists: [Trouble] = [
        Trouble("aes-128-ts", "/key-1.bin", .status(503)),
        Trouble("aes-128-ts", "/key-1.bin", .status(404)),
        Trouble("sample-aes-ts", "/key.bin", .close),
        Trouble("vod-ts", "/index.m3u8", .status(503)),
        Trouble("vod-ts", "*0p/index.m3u8", .drop(atByte: 30)),
        Trouble("vod-cmaf-single", "/audio-en/index.m3u8", .status(503)),
        Trouble("vod-cmaf-single", "/video/index.m3u8", .garbage),
    ]

    @Test("A key or playlist that fails once costs no frame and no audio sample", arguments: keysAndLists)
    func listFails(_ trouble: Trouble) async throws { try await expectWhole(trouble) }

    // FFmpeg's threads may or may not output a frame that was cut in the middle.
    @Test(
        "Of a segment that ends too early without an error, every frame before its end is shown",
        arguments: zip([-1000, -3000], [[], [178]] as [Set<Int>]))
    func endsEarly(cut: Int, chance: Set<Int>) async throws {
        let stream = try GeneratedStreams.named("vod-ts")
        let origin = try await FaultyOrigin(serving: stream, rules: [FaultRule("*/2.ts", .wrongLength(by: cut))])
        let run = await RecordedRun.play([origin.address(of: stream)], configuration: .impatient)
        #expect(run.end == .ended)
        let shown = Set(run.pictures.map { Int(($0.time * 30).rounded()) })
        #expect(Set(0..<stream.frames).subtracting(shown).isSubset(of: chance))
        #expect(run.pictures.count == shown.count)
        await origin.stop()
    }

    @Test("A segment that is missing everywhere is skipped, and the journal says so")
    func missing() async throws {
        let stream = try GeneratedStreams.named("vod-ts")
        let origin = try await FaultyOrigin(serving: stream, rules: [FaultRule("*/2.ts", .status(404))])
        let run = await RecordedRun.play([origin.address(of: stream)], configuration: .impatient)
        #expect(run.end == .ended)
        #expect(run.numbers == (0..<120).map { $0 } + (180..<360).map { $0 })
        #expect(run.misplaced().isEmpty)
        #expect(run.journal.contains { $0.contains("4.000") && $0.contains("could not be had") })
        await origin.stop()
    }

    @Test("Of a segment that never arrives completely, what arrives is played")
    func neverWhole() async throws {
        let stream = try GeneratedStreams.named("vod-cmaf-single")
        let origin = try await FaultyOrigin(serving: stream, rules: [FaultRule("/video/2.m4s", .drop(atByte: 90_000))])
        let run = await RecordedRun.play([origin.address(of: stream)], configuration: .impatient)
        #expect(run.end == .ended)
        #expect(run.misplaced().isEmpty)
        let numbers = run.numbers.compactMap { $0 }
        #expect(numbers == numbers.sorted())
        #expect(Set(numbers).count == numbers.count)
        #expect(Set(numbers).isSuperset(of: Array(0..<130) + Array(180..<360)))
        #expect(numbers.count < 360)
        await origin.stop()
    }
}
