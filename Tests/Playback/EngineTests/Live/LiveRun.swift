// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxStreaming

/// The material of the live streams.
struct LiveStream {
    let folder: URL

    init(_ name: String) throws { folder = try GeneratedStreams.directory.appending(path: name) }

    func material(_ rendition: String? = nil) throws -> LiveMaterial {
        try LiveMaterial(folder: rendition.map { folder.appending(path: $0) } ?? folder)
    }

    /// Video and audio demuxed, as `/main.m3u8`.
    static func demuxed(_ variants: [String] = ["360p"], _ shape: (inout LivePlaylist) -> Void) throws -> LiveOrigin.Programme {
        let stream = try LiveStream("live-cmaf")
        var programme = LiveOrigin.Programme(folder: stream.folder)
        for rendition in variants + ["sound"] {
            var playlist = LivePlaylist(material: try stream.material(rendition))
            shape(&playlist)
            if playlist.lowLatency != nil {
                playlist.lowLatency?.renditionReports = (variants + ["sound"]).filter { $0 != rendition }.map { "../\($0)/live.m3u8" }
            }
            programme.playlists["/\(rendition)/live.m3u8"] = [.init(playlist)]
        }
        var text = "#EXTM3U\n#EXT-X-VERSION:7\n"
        text += "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"sound\",NAME=\"Sound\",DEFAULT=YES,AUTOSELECT=YES,URI=\"sound/live.m3u8\"\n"
        for (index, variant) in variants.enumerated() {
            let size = variant == "360p" ? "640x360" : "320x180"
            text +=
                "#EXT-X-STREAM-INF:BANDWIDTH=\(500_000 * (index + 1)),CODECS=\"avc1.64001e,mp4a.40.2\",RESOLUTION=\(size),AUDIO=\"sound\"\n"
            text += "\(variant)/live.m3u8\n"
        }
        programme.texts["/main.m3u8"] = text
        return programme
    }

    /// Video and audio muxed in MPEG-TS, as `/live.m3u8`.
    static func transportStream(_ shape: (inout LivePlaylist) -> Void) throws -> LiveOrigin.Programme {
        let stream = try LiveStream("live-ts")
        var programme = LiveOrigin.Programme(folder: stream.folder)
        var playlist = LivePlaylist(material: try stream.material())
        shape(&playlist)
        programme.playlists["/live.m3u8"] = [.init(playlist)]
        return programme
    }
}

extension LiveOrigin.Programme {
    /// Serves it on its own origin and plays it.
    /// - Parameter script: As in ``RecordedRun``, with the origin as an additional argument.
    func play(
        _ path: String = "/live.m3u8", at start: StartPosition = .automatic, limit: Int = .max,
        configuration: EngineConfiguration = .impatient, script: (@Sendable (PlaybackEngine, LiveOrigin) async -> Bool)? = nil
    ) async throws -> RecordedRun {
        let origin = try await LiveOrigin(self)
        var withOrigin: (@Sendable (PlaybackEngine) async -> Bool)?
        if let script { withOrigin = { engine in await script(engine, origin) } }
        let run = await RecordedRun.play(
            [origin.address + path], at: start, limit: limit, configuration: configuration, script: withOrigin)
        await origin.stop()
        return run
    }
}

/// Expects every frame to follow the previous one, at the time that its number implies.
/// - Parameter zero: The number of the frame at the start of the timeline.
func expectRun(_ run: RecordedRun, from first: Int, count: Int, zero: Int, _ location: SourceLocation = #_sourceLocation) {
    #expect(run.numbers == (first..<first + count).map { $0 }, "\(run.journal.suffix(8))", sourceLocation: location)
    let misplaced = run.pictures.filter { picture in picture.number.map { abs(Double($0 - zero) / 30 - picture.time) > 0.001 } ?? true }
    #expect(misplaced.isEmpty, sourceLocation: location)
}
