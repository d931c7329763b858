// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCodec
import WindowboxMedia

/// The tracks of a local file, from its container.
enum LocalMedia {
    /// - Returns: in seconds; nil if the file is unreadable, a playlist, or doesn't state it.
    @concurrent static func duration(of url: URL) async -> Double? {
        guard url.isFileURL, !isManifest(url), let input = try? LocalFileInput(path: url.path(percentEncoded: false)) else { return nil }
        return (try? Demuxer(input, container: .file))?.duration
    }

    private static func isManifest(_ url: URL) -> Bool { ["m3u8", "m3u", "mpd"].contains(url.pathExtension.lowercased()) }

    /// - Returns: the size in bytes and the tracks; no tracks if the file is unreadable or a playlist.
    @concurrent static func facts(of url: URL) async -> (size: Int?, tracks: [MediaProperties.Track]) {
        guard url.isFileURL, let input = try? LocalFileInput(path: url.path(percentEncoded: false)) else { return (nil, []) }
        guard !isManifest(url), let demuxer = try? Demuxer(input, container: .file) else { return (input.length, []) }
        let tracks = demuxer.formatsKnown.map { format in
            MediaProperties.Track(
                kind: format.kind, codec: format.codec, size: format.size, orientation: format.orientation,
                sampleRate: format.sampleRate, channels: format.channels, language: format.language == "und" ? nil : format.language)
        }
        return (input.length, tracks)
    }
}
