// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCodec
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxOrigin
import WindowboxStreaming

@Suite("DASH periods that begin and end inside segments", .serialized, .timeLimit(.minutes(2)))
struct ManifestSeamTests {
    /// The first of the two-second segments to list, and the times of the media at which the period begins and ends.
    private struct Part {
        var segments: Range<Int>
        var media: ClosedRange<Double>
        /// The prefix of the URLs: the same files have different names with it.
        var prefix = ""
    }

    private static func period(_ part: Part, isLast: Bool = false, hasAudio: Bool = true) throws -> String {
        func moved(_ set: String) -> String {
            let offset = set.firstRange(of: /presentationTimeOffset="\d+"/)!
            return set.replacingCharacters(in: offset, with: "presentationTimeOffset=\"\(Int(part.media.lowerBound * 1e6))\"")
        }
        let base = part.prefix.isEmpty ? "" : "<BaseURL>\(part.prefix)</BaseURL>"
        let length = part.media.upperBound - part.media.lowerBound
        return try "<Period\(isLast ? "" : " duration=\"PT\(length)S\"")>\(base)"
            + moved(ManifestText.video("vod-cmaf-single/video", part.segments))
            + (hasAudio ? moved(ManifestText.sound("vod-cmaf-single/audio-en", part.segments)) : "") + "</Period>"
    }

    private static func stage(_ parts: [Part], hasAudio: Bool = true) async throws -> ManifestStage {
        let length = parts.reduce(0) { $0 + $1.media.upperBound - $1.media.lowerBound }
        let periods = try parts.enumerated().map { try period($1, isLast: $0 == parts.count - 1, hasAudio: hasAudio) }
        return try await ManifestStage([
            "m.mpd": ManifestText.mpd(periods.joined(), "type=\"static\" mediaPresentationDuration=\"PT\(length)S\"")
        ])
    }

    @Test("Nothing is shown or heard before a period that begins inside its first segment", arguments: [true, false])
    func beginning(hasAudio: Bool) async throws {
        let stage = try await Self.stage([Part(segments: 1..<6, media: 3...12)], hasAudio: hasAudio)
        let run = await RecordedRun.play([stage.address])
        #expect(run.end == .ended)
        #expect(run.numbers == RecordedRun.frames(3...12), "\(run.numbers.prefix(3)) \(run.journal.suffix(8))")
        run.expectEvenFrames()
        guard hasAudio else { return }
        #expect(abs(run.counts.audioSeconds - 9) < 0.06, "\(run.counts.audioSeconds)")
        for second in [0.3, 2, 7.5] { try run.expectAudio(at: second, isOf: second + 3) }
    }

    @Test("Content that is split into periods inside a segment is shown and heard whole, each frame once", arguments: ["", "a/"])
    func split(prefix: String) async throws {
        let stage = try await Self.stage([
            Part(segments: 0..<3, media: 0...5), Part(segments: 2..<6, media: 5...12, prefix: prefix),
        ])
        let run = await RecordedRun.play([stage.address])
        #expect(run.end == .ended)
        #expect(run.numbers == RecordedRun.frames(0...12), "\(run.journal.suffix(8))")
        run.expectEvenFrames()
        #expect(abs(run.counts.audioSeconds - 12) < 0.06, "\(run.counts.audioSeconds)")
        for second in [1, 4.5, 5.5, 9] { try run.expectAudio(at: second, isOf: second) }
    }

    @Test("A period ends where the next one begins, although its last segment goes on", arguments: [true, false])
    func jump(hasAudio: Bool) async throws {
        let parts = [Part(segments: 0..<2, media: 0...3), Part(segments: 3..<6, media: 7...12)]
        let stage = try await Self.stage(parts, hasAudio: hasAudio)
        let run = await RecordedRun.play([stage.address])
        #expect(run.end == .ended)
        #expect(run.numbers == RecordedRun.frames(0...3) + RecordedRun.frames(7...12), "\(run.journal.suffix(8))")
        run.expectEvenFrames()
        guard hasAudio else { return }
        #expect(abs(run.counts.audioSeconds - 8) < 0.06, "\(run.counts.audioSeconds)")
        for (output, media) in [(1, 1), (2.6, 2.6), (3.3, 7.3), (6, 10)] { try run.expectAudio(at: output, isOf: media) }
    }

    @Test("Playback can start at any place of such periods", arguments: [0.5, 2.9, 3, 3.5, 5])
    func starts(at seconds: Double) async throws {
        let stage = try await Self.stage([Part(segments: 0..<2, media: 0...3), Part(segments: 3..<6, media: 7...12)])
        let run = await RecordedRun.play([stage.address], at: .time(seconds))
        #expect(run.end == .ended)
        let all = RecordedRun.frames(0...3) + RecordedRun.frames(7...12)
        #expect(run.numbers == Array(all[Int((seconds * 30).rounded())...]), "\(run.numbers.prefix(3))")
        run.expectEvenFrames(from: seconds)
    }

    @Test("Seeks in both directions find the exact frame on both sides of the seam")
    func seeks() async throws {
        let stage = try await Self.stage([Part(segments: 0..<2, media: 0...3), Part(segments: 3..<6, media: 7...12)])
        let all = RecordedRun.frames(0...3) + RecordedRun.frames(7...12)
        let targets = [200, 89, 90, 91, 60, 239, 30, 120, 88]
        let run = await RecordedRun.play([stage.address], configuration: EngineConfiguration()) { engine in
            await engine.pause()
            for number in targets { await engine.seek(to: Double(number) / 30) }
            return true
        }
        #expect(run.pictures.suffix(targets.count).map(\.number) == targets.map { all[$0] })
    }

    @Test("Audio whose clock is two seconds ahead of the video's is heard where the manifest says")
    func clocks() async throws {
        // The offset of each set is the start of its first segment.
        let content =
            try "<Period>" + ManifestText.video("vod-cmaf-single/video", 0..<4)
            + ManifestText.sound("vod-cmaf-single/audio-en", 1..<5) + "</Period>"
        let stage = try await ManifestStage(["m.mpd": ManifestText.mpd(content, "type=\"static\" mediaPresentationDuration=\"PT8S\"")])
        let run = await RecordedRun.play([stage.address])
        #expect(run.end == .ended)
        #expect(run.numbers == RecordedRun.frames(0...8), "\(run.journal.suffix(8))")
        for second in [1, 4.5, 6.5] { try run.expectAudio(at: second, isOf: second + 2) }
    }

    @Test("A segment with several keyframes is cut at its period's bounds")
    func severalKeyframes() async throws {
        // One segment of twelve seconds, with a keyframe every two.
        let folder = try GeneratedStreams.directory.appending(path: "vod-cmaf-single/video")
        let media = try (0..<6).reduce(into: Data()) { $0 += try Data(contentsOf: folder.appending(path: "\($1).m4s")) }
        func period(_ attributes: String, offset: Double) -> String {
            "<Period \(attributes)><AdaptationSet mimeType=\"video/mp4\" codecs=\"avc1.64001e\"><Representation id=\"v\" bandwidth=\"500000\">"
                + "<SegmentTemplate timescale=\"1000\" initialization=\"vod-cmaf-single/video/init.mp4\" media=\"all-$Time$.m4s\" "
                + "presentationTimeOffset=\"\(Int(offset * 1000))\"><SegmentTimeline><S t=\"0\" d=\"12000\"/></SegmentTimeline>"
                + "</SegmentTemplate></Representation></AdaptationSet></Period>"
        }
        let text = ManifestText.mpd(
            period("id=\"0\" duration=\"PT5.5S\"", offset: 0) + period("id=\"1\" duration=\"PT3S\"", offset: 8.5)
                + period("id=\"2\"", offset: 4.1), "type=\"static\" mediaPresentationDuration=\"PT16.4S\"")
        let stage = try await ManifestStage(["m.mpd": text]) { request in
            request.path.hasPrefix("/all-") ? OriginResponse(headers: [("Content-Type", "video/mp4")], body: .bytes(Array(media))) : nil
        }
        let run = await RecordedRun.play([stage.address])
        #expect(run.end == .ended)
        #expect(
            run.numbers == RecordedRun.frames(0...5.5) + RecordedRun.frames(8.5...11.5) + RecordedRun.frames(4.1...12),
            "\(run.journal.suffix(8))")
        run.expectEvenFrames()
    }
}
