// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxCodec
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@Suite("Tracks of a DASH stream", .serialized, .timeLimit(.minutes(2)))
struct ManifestTracksTests {
    @Test("The language changes without a gap in the audio and persists in the next period")
    func language() async throws {
        var periods = ""
        for (id, segments) in [0..<3, 3..<6].enumerated() {
            periods += "<Period id=\"\(id)\" duration=\"PT6S\">" + (try ManifestText.video("vod-cmaf/360p", segments))
            for language in ["en", "fr"] { periods += try ManifestText.sound("vod-cmaf/audio-\(language)", segments, language: language) }
            periods += "</Period>"
        }
        let stage = try await ManifestStage(["m.mpd": ManifestText.mpd(periods)])
        let card = SoundCard.Behaviour(buffer: 0.3, latency: 0.2, drift: 0)
        let run = await PlayedRun.play(stage.address, until: 9, card: SoundCard(card)) { engine in
            let (pictures, told) = AsyncStream.makeStream(of: Double.self)
            engine.add(CallbackOutput { told.yield($0.time) })
            for await time in pictures where time >= 2 { break }
            await engine.select(.audio(1))
        }
        #expect(!run.statuses.contains(.stalled))
        run.expectTogether(from: 30, to: 55)
        run.expectTogether(from: 130, to: 155, tone: 600)
        run.expectTogether(from: 210, to: 235, tone: 600)
    }

    @Test("Selected subtitles are shown from files beside the media")
    func subtitles() async throws {
        func text(_ language: String) -> String {
            "<AdaptationSet mimeType=\"text/vtt\" lang=\"\(language)\"><Representation id=\"t-\(language)\" bandwidth=\"100\">"
                + "<BaseURL>\(language).vtt</BaseURL></Representation></AdaptationSet>"
        }
        let content = try "<Period>" + ManifestText.video() + ManifestText.sound() + text("en") + text("de") + "</Period>"
        let stage = try await ManifestStage([
            "m.mpd": ManifestText.mpd(content), "en.vtt": "WEBVTT\n\n00:01.000 --> 00:02.000\none\n",
            "de.vtt": "WEBVTT\n\n00:01.000 --> 00:02.000\nzwei\n",
        ])
        let run = await RecordedRun.play(
            [stage.address],
            onFact: { fact, engine in
                guard case .presentation(_, let presentation) = fact,
                    let german = presentation.subtitles.firstIndex(where: { $0.language == "de" })
                else { return }
                await engine.select(.subtitles(german))
            })
        #expect(run.end == .ended)
        let texts = run.facts.compactMap { if case .text(_, .loaded(let resource)) = $0 { resource } else { nil } }
        #expect(texts.contains { String(decoding: $0.bytes, as: UTF8.self).contains("zwei") })
        #expect(!stage.paths.contains("en.vtt"))
        // The media begin one frame late, and the text is shifted with them.
        #expect(texts.allSatisfy { abs($0.offset + 1.0 / 30) < 0.001 })
    }

    @Test("Subtitles in TTML files beside the media count from the start of their period", arguments: [0, 3])
    func timedText(segment: Int) async throws {
        let text =
            "<AdaptationSet mimeType=\"application/ttml+xml\" lang=\"de\"><Representation id=\"t\" bandwidth=\"100\">"
            + "<BaseURL>de.ttml</BaseURL></Representation></AdaptationSet>"
        // The media of the second half have times from 6 s on.
        let content = try "<Period>" + ManifestText.video("vod-cmaf-single/video", segment..<(segment + 3)) + text + "</Period>"
        let stage = try await ManifestStage([
            "m.mpd": ManifestText.mpd(content, "type=\"static\" mediaPresentationDuration=\"PT6S\""),
            "de.ttml": "<?xml version='1.0'?><tt xmlns='http://www.w3.org/ns/ttml'><body><div>"
                + "<p begin='1s' end='2s'>zwei</p></div></body></tt>",
        ])
        let run = await RecordedRun.play(
            [stage.address],
            onFact: { fact, engine in
                guard case .presentation(_, let presentation) = fact, !presentation.subtitles.isEmpty else { return }
                await engine.select(.subtitles(0))
            })
        #expect(run.end == .ended)
        let texts = run.facts.compactMap { if case .text(_, .loaded(let resource)) = $0 { resource } else { nil } }
        let resource = try #require(texts.first)
        let document = CaptionDocument.readSample(
            resource.bytes, of: .ttml, start: MediaTime(seconds: resource.range.start), end: MediaTime(seconds: resource.range.end),
            offset: MediaTime(seconds: resource.offset))
        #expect(document.cues.map { $0.plainText() } == ["zwei"])
        #expect(document.errors.isEmpty)
        #expect(document.cues.first.map { abs($0.start.seconds - 1) < 0.05 && abs($0.end.seconds - 2) < 0.05 } == true)
    }
}
