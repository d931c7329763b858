// SPDX-License-Identifier: Apache-2.0

import Foundation
public import WindowboxKit
import WindowboxOrigin

extension AdOrigin {
    /// A live stream with breaks, in two-second segments. This origin serves the segments, and can hold them.
    ///
    /// - Parameters:
    ///   - segments: The indices of the segments before which breaks begin.
    ///   - seconds: The duration of each break.
    ///   - start: Seconds of the stream that have passed when it opens.
    public func live(breaksBefore segments: [Int], of seconds: Int = 6, start: Double = 6) async throws -> LiveOrigin {
        let folder = try GeneratedStreams.directory.appending(path: "live-ts")
        var programme = LiveOrigin.Programme(folder: folder)
        programme.playlists["/live.m3u8"] = [
            .init(
                LivePlaylist(
                    material: try LiveMaterial(folder: folder), window: .sliding(seconds: 40), startDate: 1_800_000_000))
        ]
        programme.texts["/main.m3u8"] =
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS=\"avc1.64001e,mp4a.40.2\",RESOLUTION=640x360\nlive.m3u8\n"
        // Slightly faster than playback, so that it continues after a break, in which nobody requests segments.
        (programme.start, programme.step) = (start, 3)
        programme.edit = { _, text, _ in
            var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            for segment in segments {
                guard let place = lines.firstIndex(of: "\(segment).ts"), place > 0 else { continue }
                lines.insert("#EXT-X-CUE-OUT:\(seconds)", at: place - 1)
            }
            return lines.joined(separator: "\n")
        }
        let address = address
        programme.answer = { request in
            guard request.path.hasSuffix(".ts") else { return nil }
            let fields = [("Location", "\(address)/live-ts\(request.path)"), ("Access-Control-Allow-Origin", "*")]
            return OriginResponse(status: 302, headers: fields)
        }
        return try await LiveOrigin(programme)
    }
}
