// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

/// HLS encryption methods and containers, each with a stream that uses it.
@Suite("Rare forms of HLS", .serialized)
struct MatrixTests {
    static let locked = [
        "aes-256-ts", "aes-128-long-sequence", "aes-128-map-vectors", "cenc-cmaf", "sample-aes-ts-ac3", "sample-aes-ts-eac3",
    ]

    @Test("Encrypted streams play every frame once and without audio gaps", arguments: locked)
    func encrypted(name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        let run = await RecordedRun.play([stream.address])
        #expect(run.end == .ended)
        #expect(run.numbers == (0..<stream.frames).map { $0 })
        #expect(run.misplaced().isEmpty)
        try expectContinuous(run)
    }

    /// The maximum number of samples that encoder and decoder add before the audio.
    static let priming = 2400

    static let sounds = [
        "packed-aac", "packed-mp3", "packed-ac3", "packed-eac3", "sample-aes-packed-aac", "sample-aes-packed-ac3",
        "sample-aes-packed-eac3",
    ]

    @Test("Packed audio plays completely from start to end", arguments: sounds)
    func packed(name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        let run = await RecordedRun.play([stream.address])
        #expect(run.end == .ended)
        let length = Int(stream.duration * Double(SoundPosition.sampleRate))
        #expect((length - Self.priming...length + Self.priming).contains(run.frameCount))
        try expectContinuous(run)
        let start = try position(in: run, at: SoundPosition.sampleRate)
        #expect(abs(start - SoundPosition.sampleRate) <= Self.priming)
        let left = run.left
        // A frame that is lost is replaced with silence, which the position doesn't show.
        let silent = stride(from: Self.priming, to: run.frameCount - 480, by: 240).filter { first in
            left[first..<first + 480].allSatisfy { abs($0) < 0.000_1 }
        }
        #expect(silent.isEmpty, "silent at \(silent.map { Double($0) / Double(SoundPosition.sampleRate) })")
    }

    @Test("Audio and video with different clocks are aligned by their dates")
    func datedBases() async throws {
        let stream = try GeneratedStreams.named("dated-bases")
        let run = await RecordedRun.play([stream.address])
        #expect(run.end == .ended)
        #expect(run.numbers == (0..<stream.frames).map { $0 })
        #expect(run.misplaced().isEmpty)
        try expectContinuous(run)
        let heard = try position(in: run, at: 2 * SoundPosition.sampleRate)
        #expect(abs(heard - 2 * SoundPosition.sampleRate) <= Self.priming)
    }

    @Test("The wanted language plays from the audio group of the variant", arguments: [0, 1], ["en", "fr"])
    func groups(variant: Int, language: String) async throws {
        let origin = try await ServedStream("audio-groups")
        var configuration = EngineConfiguration(pace: .asFastAsPossible)
        configuration.streaming.audioLanguages = [language]
        configuration.streaming.capabilities.codecs = variant == 0 ? [.h264, .aac] : [.h264, .ac3]
        let run = await RecordedRun.play([origin.address("index.m3u8")], configuration: configuration)
        #expect(run.end == .ended)
        let group = variant == 0 ? "aac" : "dolby"
        let sound = Set(origin.paths.compactMap { $0.split(separator: "/").first }.filter { $0.hasSuffix("-en") || $0.hasSuffix("-fr") })
        #expect(sound == ["\(group)-\(language)"])
        #expect(run.numbers == (0..<360).map { $0 })
        let at = 3 * SoundPosition.sampleRate
        let heard = try position(in: run, at: at, tone: language == "en" ? 400 : 600)
        #expect(abs(heard - at) <= Self.priming)
    }

    /// The audio position at an output sample.
    private func position(in run: RecordedRun, at start: Int, tone: Int = 400) throws -> Int {
        let end = start + SoundPosition.shortestRun
        try #require(run.frameCount >= end)
        return try #require(SoundPosition.read(left: Array(run.left[start..<end]), right: Array(run.right[start..<end]), tone: tone))
    }
}
