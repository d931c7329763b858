// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@Suite("Text streams", .serialized, .timeLimit(.minutes(2)))
struct TextTests {
    private static func cue(_ start: String, _ end: String, map: String = "") -> [UInt8] {
        Array("WEBVTT\n\(map)\n\(start) --> \(end)\nText\n".utf8)
    }

    @Test("Segments are complete, ordered and placed by their timestamp map", arguments: ["vod-ts-demuxed", "vod-cmaf", "long-subtitles"])
    func catalogue(name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        let count = name == "long-subtitles" ? 7 : 6
        let run = await TextRun.load(stream.address, language: "en") { $0.resources.count >= count && $0.facts.contains(.complete) }
        #expect(run.resources.count == count)
        for (index, resource) in run.resources.enumerated() {
            #expect(resource.format == .webVTT)
            #expect(resource.range.start == Double(index) * 2)
            // Cue n is at second n of the content.
            #expect(abs(resource.offset) < 0.001)
            #expect(String(decoding: resource.bytes, as: UTF8.self).contains("Second <b>\(index * 2)</b>"))
        }
    }

    @Test("Timestamp maps are resolved across a 33-bit wrap, on either side of it")
    func wrap() async throws {
        let stream = try GeneratedStreams.named("wrap-ts")
        // The video clock wraps at 6 s.
        let maps = ["LOCAL:00:00:00.000,MPEGTS:8589394592", "MPEGTS:0,LOCAL:00:00:06.000", "MPEGTS:180000,LOCAL:00:00:08.000"]
        let segments = maps.enumerated().map { index, map in
            (4.0, "", Optional(Self.cue("00:00:0\(index * 4).500", "00:00:0\(index * 4).900", map: "X-TIMESTAMP-MAP=\(map)\n")))
        }
        let made = try TextStream(of: stream, playlist: "index.m3u8", [.init(language: "en", segments: segments)])
        let run = await TextRun.load(made.address, language: "en") { $0.resources.count >= 3 }
        #expect(run.resources.map(\.range.start) == [0, 4, 8])
        for resource in run.resources { #expect(abs(resource.offset) < 0.001) }
    }

    @Test("Text is placed by the clock of its own discontinuity")
    func discontinuity() async throws {
        let stream = try GeneratedStreams.named("discontinuity-ts")
        let segments = [360_000, 6000, 5_400_000].enumerated().map { index, base in
            (
                4.0, index == 0 ? "" : "#EXT-X-DISCONTINUITY\n",
                Optional(Self.cue("00:00.500", "00:00.900", map: "X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:\(base)\n"))
            )
        }
        let made = try TextStream(of: stream, playlist: "index.m3u8", [.init(language: "en", segments: segments)])
        let run = await TextRun.load(made.address, language: "en") { $0.resources.count >= 3 }
        for (index, resource) in run.resources.enumerated() { #expect(abs(resource.offset - Double(index) * 4) < 0.001) }
    }

    @Test("Text without discontinuities is placed by the clock of the surrounding video")
    func fewerDiscontinuities() async throws {
        let stream = try GeneratedStreams.named("discontinuity-ts")
        let segments = [360_000, 6000, 5_400_000].map { base in
            (4.0, "", Optional(Self.cue("00:00.500", "00:00.900", map: "X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:\(base)\n")))
        }
        var rendition = TextStream.Rendition(language: "en", segments: segments)
        rendition.head = "#EXT-X-DISCONTINUITY-SEQUENCE:7\n"
        let made = try TextStream(of: stream, playlist: "index.m3u8", [rendition])
        let run = await TextRun.load(made.address, language: "en") { $0.resources.count >= 3 }
        for (index, resource) in run.resources.enumerated() { #expect(abs(resource.offset - Double(index) * 4) < 0.001) }
    }

    @Test("fMP4 text arrives as timed samples", arguments: [true, false])
    func samples(isTTML: Bool) async throws {
        let stream = try GeneratedStreams.named("vod-cmaf-single")
        let writer = TextTrackWriter(isTTML ? .ttml : .webVTT(header: "WEBVTT"))
        let segments = (0..<3).map { index -> (duration: Double, lines: String, bytes: [UInt8]?) in
            let entries =
                isTTML
                ? [TextTrackWriter.Entry("<tt>\(index)</tt>", duration: 4)]
                : [TextTrackWriter.Entry(cue: "Cue \(index)", duration: 1.5), TextTrackWriter.Entry(cue: "", duration: 2.5)]
            return (4, "", writer.segment(from: Double(index) * 4, entries))
        }
        let made = try TextStream(
            of: stream, playlist: "video/index.m3u8",
            [
                .init(
                    language: "en", head: "#EXT-X-MAP:URI=\"init.mp4\"\n", segments: segments, files: ["init.mp4": writer.initialization])
            ])
        let count = isTTML ? 3 : 6
        let run = await TextRun.load(made.address, language: "en") {
            $0.resources.count >= count || $0.facts.contains { if case .lost = $0 { true } else { false } }
        }
        #expect(run.resources.count == count)
        guard run.resources.count == count else { return }
        if isTTML {
            #expect(run.resources.map(\.format) == Array(repeating: .sample(.ttml), count: 3))
            #expect(run.resources.map { String(decoding: $0.bytes, as: UTF8.self) } == ["<tt>0</tt>", "<tt>1</tt>", "<tt>2</tt>"])
        } else {
            #expect(run.resources[0].format == .sample(.webVTTBoxes))
            #expect(run.resources[0].header == Array("WEBVTT".utf8))
            #expect(abs(run.resources[1].range.duration - 2.5) < 0.001)
        }
        // The video begins at its own time, and text keeps its distance from it.
        for (index, resource) in run.resources.filter({ abs($0.range.duration - 2.5) > 0.001 }).enumerated() {
            #expect(abs(resource.range.start - Double(index) * 4 - resource.offset) < 0.001)
            #expect(abs(resource.offset) < 0.2)
        }
    }

    @Test("Unavailable text is given up without losing a frame")
    func lost() async throws {
        let stream = try GeneratedStreams.named("vod-ts")
        let made = try TextStream(
            of: stream, playlist: try Self.firstVariant(stream),
            [.init(language: "en", segments: (0..<12).map { _ in (1, "", nil) })])
        var configuration = TextRun.configuration("en")
        configuration.streaming.recovery.firstDelay = 0.01
        configuration.streaming.recovery.longestDelay = 0.02
        let run = await RecordedRun.play([made.address], configuration: configuration)
        #expect(run.end == .ended)
        #expect(run.numbers == (0..<stream.frames).map { $0 })
        let lost = await TextRun.load(made.address, language: "en") { $0.facts.contains { if case .lost = $0 { true } else { false } } }
        #expect(lost.resources.isEmpty)
    }

    @Test("Another language replaces all text loaded so far")
    func change() async throws {
        let stream = try GeneratedStreams.named("vod-cmaf")
        let run = await TextRun.load(
            stream.address, language: "en",
            script: { engine in await engine.select(.subtitles(1)) }, until: { $0.resources.filter { $0.rendition == 1 }.count >= 6 })
        let discard = run.facts.firstIndex { if case .discarded(let from) = $0 { from < 0 } else { false } }
        let index = try #require(discard)
        for fact in run.facts[..<index] { if case .loaded(let resource) = fact { #expect(resource.rendition == 0) } }
        for fact in run.facts[index...] { if case .loaded(let resource) = fact { #expect(resource.rendition == 1) } }
    }

    private static func firstVariant(_ stream: GeneratedStream) throws -> String {
        let text = try String(contentsOfFile: stream.address, encoding: .utf8)
        return String(text.split(separator: "\n").first { !$0.hasPrefix("#") && $0.hasSuffix("m3u8") } ?? "index.m3u8")
    }
}
