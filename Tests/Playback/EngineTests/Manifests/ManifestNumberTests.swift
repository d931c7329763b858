// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxOrigin
import WindowboxStreaming

@Suite("DASH segments of equal duration inside of which a period begins", .serialized, .timeLimit(.minutes(2)))
struct ManifestNumberTests {
    /// A period of the two-second segments 0 to 5, addressed by number.
    private struct Part {
        /// Seconds of the media at which the period begins and ends.
        var media: ClosedRange<Double>
        var first: Int
        /// Added to the numbers of the files.
        var renumbered = 0
        var delta: Double?
    }

    /// The media time of frame 0, in ticks.
    private static let firstFrame = 1000

    private static func period(_ part: Part, isLast: Bool) -> String {
        func set(_ folder: String, _ attributes: String) -> String {
            let delta = part.delta.map { "eptDelta=\"\(Int($0 * 30_000))\" " } ?? ""
            return "<AdaptationSet \(attributes)><Representation id=\"\(folder)\" bandwidth=\"500000\">"
                + "<SegmentTemplate timescale=\"30000\" duration=\"60000\" \(delta)startNumber=\"\(part.first + part.renumbered)\" "
                + "presentationTimeOffset=\"\(Int((part.media.lowerBound * 30_000).rounded()) + firstFrame)\" initialization=\"vod-cmaf-single/\(folder)/init.mp4\" "
                + "media=\"vod-cmaf-single/\(folder)/$Number$.m4s\"/></Representation></AdaptationSet>"
        }
        let duration = isLast ? "" : " duration=\"PT\(part.media.upperBound - part.media.lowerBound)S\""
        return "<Period\(duration)>" + set("video", "mimeType=\"video/mp4\" codecs=\"avc1.64001e\"")
            + set("audio-en", "mimeType=\"audio/mp4\" codecs=\"mp4a.40.2\"") + "</Period>"
    }

    private static func play(_ parts: [Part], at start: Double? = nil) async throws -> RecordedRun {
        let length = parts.reduce(0) { $0 + $1.media.upperBound - $1.media.lowerBound }
        let periods = parts.enumerated().map { period($1, isLast: $0 == parts.count - 1) }
        let files = FilesInMemory(try GeneratedStreams.directory)
        let renumbered = parts.map(\.renumbered).max() ?? 0
        let stage = try await ManifestStage([
            "m.mpd": ManifestText.mpd(periods.joined(), "type=\"static\" mediaPresentationDuration=\"PT\(length)S\"")
        ]) { request in
            guard renumbered > 0, request.path.hasSuffix(".m4s"), let name = request.path.split(separator: "/").last,
                let number = Int(name.dropLast(4)), number >= renumbered
            else { return nil }
            var request = request
            request.path = request.path.dropLast(name.count) + "\(number - renumbered).m4s"
            return files.answer(request)
        }
        return await RecordedRun.play([stage.address], at: start.map { .time($0) } ?? .automatic)
    }

    @Test("A period that begins inside its first segment shows and plays exactly its own media", arguments: [false, true])
    func beginning(isStated: Bool) async throws {
        let run = try await Self.play([Part(media: 3...12, first: 1, delta: isStated ? -1 : nil)])
        #expect(run.end == .ended)
        #expect(run.numbers == RecordedRun.frames(3...12), "\(run.numbers.prefix(3)) \(run.journal.suffix(8))")
        run.expectEvenFrames()
        #expect(abs(run.counts.audioSeconds - 9) < 0.06, "\(run.counts.audioSeconds)")
        for second in [0.3, 2, 7.5] { try run.expectAudio(at: second, isOf: second + 3) }
    }

    @Test("The same is true if only the media tells that it begins earlier", arguments: [nil, 2.5, 6, 7.8])
    func beginningInMedia(at start: Double?) async throws {
        // The numbers say nothing about times.
        let run = try await Self.play([Part(media: 2.5...11, first: 1, renumbered: 100)], at: start)
        #expect(run.end == .ended)
        // The media after the end of the last period is shown, because its duration may be rounded.
        #expect(run.numbers == RecordedRun.frames(2.5 + (start ?? 0)...12), "\(run.numbers.prefix(3)) \(run.numbers.suffix(3))")
        run.expectEvenFrames(from: start ?? 0)
        try run.expectAudio(at: 0.5, isOf: 3 + (start ?? 0))
    }

    @Test("Content that is split into periods inside a segment is shown and heard whole, each frame once")
    func split() async throws {
        let run = try await Self.play([Part(media: 0...5, first: 0), Part(media: 5...12, first: 2)])
        #expect(run.end == .ended)
        #expect(run.numbers == RecordedRun.frames(0...12), "\(run.journal.suffix(8))")
        run.expectEvenFrames()
        #expect(abs(run.counts.audioSeconds - 12) < 0.06, "\(run.counts.audioSeconds)")
        for second in [1, 4.5, 5.5, 9] { try run.expectAudio(at: second, isOf: second) }
    }
}
