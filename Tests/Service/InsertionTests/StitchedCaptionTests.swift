// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCaptions
import WindowboxEngine
import WindowboxHLS
import WindowboxKit
import WindowboxMedia
import WindowboxServiceKit
import WindowboxStreaming
import WindowboxTransport

@testable import WindowboxGTK

/// Captions of a recording into which the service's own program inserts ads: the playlists, what the engine reports and what a window
/// draws.
@Suite("1.2 D18 Captions across ads", .timeLimit(.minutes(3))) struct StitchedCaptionTests {
    /// Plays a stream of the origin with ads before it and after four seconds of it.
    ///
    /// - Returns: The recorded run, and the duration of one ad in the video playlist.
    private static func play(_ texts: [String: String]) async throws -> (run: RecordedRun, film: Double) {
        let origin = try await AdOrigin(texts: AdOrigin.content.merging(texts) { $1 })
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-captions-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = try await InsertionProgram(database: folder.appending(path: "x.sqlite").path, origin: origin)
        var configuration = EngineConfiguration(pace: .asFastAsPossible)
        configuration.streaming.subtitleLanguages = ["en"]
        let address = try await program.session(origin.content)
        let run = await RecordedRun.play([address], configuration: configuration)
        let bytes = try await RoutingTransport.secure().bytes(
            of: TransportRequest(url: address.replacingOccurrences(of: "index.m3u8", with: "v0.m3u8")))
        let playlist = try #require(Playlist.parse(bytes, baseURL: address).playlist?.media)
        let film = playlist.segments.prefix { $0.uri.url.contains("/medium/") }.reduce(0) { $0 + $1.duration }
        #expect(run.end == .ended)
        #expect(abs(playlist.duration - 12 - 2 * film) < 0.01)
        #expect(film > 4)
        await program.kill()
        await origin.stop()
        return (run, film)
    }

    /// Converts a content time to a stream time.
    private static func moved(_ time: Double, _ film: Double) -> Double { time + (time < 4 ? film : 2 * film) }

    /// Times in the ads: near their edges, and inside.
    private static func ads(_ film: Double) -> [Double] {
        [0, film + 4].flatMap { start in [0.02, 0.3, 1, 2.5, film - 1.5, film - 0.3, film - 0.02].map { start + $0 } }
    }

    @Test("Subtitles appear with the content, and a cue that overlaps an ad is hidden during it") func text() async throws {
        var texts = AdOrigin.content
        let media = #"#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",AUTOSELECT=YES,URI="text.m3u8""#
        texts["/content/index.m3u8"] = texts["/content/index.m3u8"]?
            .replacingOccurrences(of: "#EXTM3U\n", with: "#EXTM3U\n\(media)\n")
            .replacingOccurrences(of: "FRAME-RATE=30.000", with: "FRAME-RATE=30.000,SUBTITLES=\"s\"")
        texts["/content/text.m3u8"] = texts["/content/video.m3u8"]?.replacingOccurrences(of: "../vod-ts/270p/", with: "text/")
            .replacingOccurrences(of: ".ts\n", with: ".vtt\n")
        // Cue n is shown from n.1 to n.9 on the video clock; the one before the break extends past it, and is in both segments.
        func cue(_ second: Int) -> String {
            func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            let end = second == 3 ? "04.600" : "\(digits(second)).900"
            return "00:00:\(digits(second)).100 --> 00:00:\(end)\nSecond \(second)\n"
        }
        for segment in 0..<6 {
            let seconds = (segment == 2 ? [3] : []) + [2 * segment, 2 * segment + 1]
            texts["/content/text/\(segment).vtt"] =
                "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:6000,LOCAL:00:00:00.000\n\n" + seconds.map(cue).joined(separator: "\n")
        }
        let (run, film) = try await Self.play(texts)
        var shelf = CueBuffer()
        // Playback releases what it has passed; this check runs afterwards.
        for case .text(_, .loaded(let resource)) in run.facts { shelf.handle(.loaded(resource)) }
        for second in 0..<12 {
            let seen = second == 4 ? ["Second 3", "Second 4"] : ["Second \(second)"]
            #expect(shelf.active(at: Self.moved(Double(second) + 0.5, film)).texts == seen)
            #expect(shelf.active(at: Self.moved(Double(second) + 0.95, film)).texts == (second == 3 ? ["Second 3"] : []))
        }
        for time in Self.ads(film) { #expect(shelf.active(at: time) == .none, "\(time)") }
    }

    @Test("Closed captions appear with the content, and never during an ad") func pictures() async throws {
        var texts: [String: String] = [:]
        let media = #"#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="English",LANGUAGE="en",INSTREAM-ID="CC1",AUTOSELECT=YES"#
        texts["/content/index.m3u8"] = """
            #EXTM3U
            \(media)
            #EXT-X-STREAM-INF:BANDWIDTH=1200000,CODECS="avc1.64001e,mp4a.40.2",RESOLUTION=640x360,CLOSED-CAPTIONS="c"
            video.m3u8

            """
        texts["/content/video.m3u8"] = AdOrigin.content["/content/video.m3u8"]?
            .replacingOccurrences(of: "../vod-ts/270p/", with: "../captions-608/")
        let (run, film) = try await Self.play(texts)
        let presentation = run.facts.compactMap { if case .presentation(_, let presentation) = $0 { presentation } else { nil } }.last
        #expect(presentation?.closedCaptions.map(\.channel) == ["CC1"])
        var timeline = ClosedCaptionTimeline()
        for case .captions(_, let captions) in run.facts {
            timeline.add(
                ClosedCaptionData(time: MediaTime(seconds: captions.time), triplets: captions.bytes), startsAnew: captions.startsAnew,
                continuingFrom: captions.origin.map { MediaTime(seconds: $0) })
        }
        func seen(_ time: Double) throws -> [String] {
            let service = try #require(ClosedCaptionService(named: "CC1"))
            return timeline.shown(of: service, at: MediaTime(seconds: time)).cues.map { $0.plainText() }
        }
        // The letters of SECOND 4 are sent before the break, and shown after it.
        for second in 1..<12 {
            #expect(try seen(Self.moved(Double(second) + 0.25, film)) == ["SECOND \(second)"])
            #expect(try seen(Self.moved(Double(second) + 0.75, film)).isEmpty)
        }
        for time in Self.ads(film) { #expect(try seen(time).isEmpty, "\(time)") }
    }
}

extension CueBuffer {
    /// - Parameter seconds: on the item's timeline.
    fileprivate func active(at seconds: Double) -> ActiveCues {
        CaptionScene(tracks: [CaptionTrack(.cues(self))], selected: [0]).active(at: MediaTime(seconds: seconds))
    }
}
