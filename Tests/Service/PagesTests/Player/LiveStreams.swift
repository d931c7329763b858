// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxKit
import WindowboxOrigin

/// Live streams on the wall clock, made of the kit's material: `/live/cmaf/index.m3u8`, `/live/low/index.m3u8` and `/live/ts/live.m3u8`.
struct LiveStreams: Sendable {
    private let began = ContinuousClock.now
    /// Seconds that the streams had been on the air when this was made.
    private static let age = 24.0
    private let playlists: [String: LivePlaylist]

    init() throws {
        var playlists: [String: LivePlaylist] = [:]
        let folder = try GeneratedStreams.directory
        let date = Date().timeIntervalSince1970 - Self.age
        for rendition in ["180p", "360p", "sound"] {
            let material = try LiveMaterial(folder: folder.appending(path: "live-cmaf/\(rendition)"))
            playlists["/live/cmaf/\(rendition)/live.m3u8"] = LivePlaylist(material: material, startDate: date)
            playlists["/live/low/\(rendition)/live.m3u8"] = LivePlaylist(
                material: material, lowLatency: LivePlaylist.LowLatency(), startDate: date)
        }
        playlists["/live/ts/live.m3u8"] = LivePlaylist(
            material: try LiveMaterial(folder: folder.appending(path: "live-ts")), window: .sliding(seconds: 20))
        self.playlists = playlists
    }

    /// Seconds since the first segment began.
    var now: Double { Self.age + (ContinuousClock.now - began) / .seconds(1) }

    func answer(_ request: OriginRequest) -> OriginResponse? {
        if request.path == "/live/cmaf/index.m3u8" || request.path == "/live/low/index.m3u8" {
            return .text(Self.variants, type: "application/vnd.apple.mpegurl")
        }
        guard request.path.hasPrefix("/live/") else { return nil }
        if let playlist = playlists[request.path] {
            let seconds = now
            let (sequence, part) = (Self.value("_HLS_msn", request), Self.value("_HLS_part", request))
            switch playlist.reply(at: seconds, sequence: sequence, part: part) {
            case .playlist(let text): return .text(text, type: "application/vnd.apple.mpegurl")
            case .wait(let until):
                var answer = OriginResponse.text(playlist.text(at: until + 0.001), type: "application/vnd.apple.mpegurl")
                answer.delay = Int(max(0, until - seconds) * 1000) + 1
                return answer
            case .never, .refuse: return .text("refused", status: 400)
            }
        }
        var file = request.path
        for (prefix, folder) in [("/live/cmaf/", "live-cmaf/"), ("/live/low/", "live-cmaf/"), ("/live/ts/", "live-ts/")]
        where file.hasPrefix(prefix) {
            file = folder + file.dropFirst(prefix.count)
        }
        guard let bytes = try? Data(contentsOf: GeneratedStreams.directory.appending(path: file)) else { return .text("gone", status: 404) }
        return OriginResponse(headers: [("Content-Type", MediaContentType.name(ofPath: file))], body: .bytes([UInt8](bytes)))
    }

    private static func value(_ name: String, _ request: OriginRequest) -> Int? {
        for pair in (request.query ?? "").split(separator: "&") where pair.hasPrefix(name + "=") {
            return Int(pair.dropFirst(name.count + 1))
        }
        return nil
    }

    private static let variants = """
        #EXTM3U
        #EXT-X-VERSION:7
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="sound/live.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=350000,CODECS="avc1.64001e,mp4a.40.2",RESOLUTION=320x180,AUDIO="sound"
        180p/live.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=700000,CODECS="avc1.64001e,mp4a.40.2",RESOLUTION=640x360,AUDIO="sound"
        360p/live.m3u8

        """
}
