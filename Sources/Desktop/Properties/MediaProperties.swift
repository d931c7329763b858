// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxGTK
import WindowboxMedia
import WindowboxPlayer

/// Information about the current media, as text. A value.
struct MediaProperties: Equatable {
    struct Row: Equatable {
        var name: String
        var value: String
    }

    struct Section: Equatable {
        var title: String
        var rows: [Row]
    }

    /// A track as described by its container.
    struct Track: Equatable, Sendable {
        var kind: TrackKind
        /// FFmpeg's codec name.
        var codec: String
        var size: PixelSize?
        var orientation = DisplayOrientation.upright
        /// Samples per second.
        var sampleRate: Int?
        var channels: Int?
        var language: String?
    }

    /// The known facts.
    struct Facts {
        var metadata = PlayerMetadata.empty
        /// URL as it was opened.
        var address: String?
        /// Size of a local file in bytes.
        var size: Int?
        /// In seconds.
        var duration: Double?
        var isLive = false
        /// Tracks of a local file.
        var tracks: [Track] = []
        /// Displayed size in pixels, if the tracks are unknown.
        var pictureSize: PixelSize?
        /// Bits per second of the current stream.
        var bitrate: Double?
    }

    var sections: [Section] = []

    init(_ facts: Facts) {
        add(translated("General"), Self.general(facts))
        for kind in [TrackKind.video, .audio, .text] {
            let tracks = facts.tracks.filter { $0.kind == kind }
            let name =
                switch kind {
                case .video: translated("Video")
                case .audio: translated("Audio")
                case .text: translated("Subtitles")
                }
            let rows = tracks.enumerated().map {
                Row(
                    name: tracks.count > 1 ? translated("Track {number}", ["number": "\($0 + 1)"]) : translated("Track"),
                    value: Self.text(of: $1))
            }
            add(name, rows)
        }
        if facts.tracks.isEmpty { add(translated("Stream"), Self.stream(facts)) }
    }

    private mutating func add(_ title: String, _ rows: [Row]) { if !rows.isEmpty { sections.append(Section(title: title, rows: rows)) } }

    private static func general(_ facts: Facts) -> [Row] {
        let url = facts.address.flatMap { URL(string: $0) }
        let isFile = url?.isFileURL ?? false
        let values: [(String, String?)] = [
            (translated("Title"), facts.metadata.title), (translated("Artist"), facts.metadata.artist),
            (translated("Album"), facts.metadata.album),
            (translated("Date"), facts.metadata.date), (translated("File"), isFile ? url?.lastPathComponent : nil),
            (translated("Folder"), isFile ? url?.deletingLastPathComponent().path(percentEncoded: false) : nil),
            (translated("Address"), isFile ? nil : facts.address?.withoutCredentials),
            (translated("Size", context: "file"), facts.size.map(Statistics.size)),
            (translated("Duration"), facts.isLive ? translated("Live") : facts.duration.map(TimeText.clock)),
        ]
        return values.compactMap { name, value in value.flatMap { $0.isEmpty ? nil : Row(name: name, value: $0) } }
    }

    private static func stream(_ facts: Facts) -> [Row] {
        let size = facts.pictureSize.flatMap { $0.width > 0 && $0.height > 0 ? inOrder("\($0.width) × \($0.height)") : nil }
        let values = [(translated("Video"), size), (translated("Bit Rate"), facts.bitrate.map(Statistics.bitrate))]
        return values.compactMap { name, value in value.map { Row(name: name, value: $0) } }
    }

    private static func text(of track: Track) -> String {
        let turn = track.orientation.rotation == 0 ? nil : translated("rotated by {angle}°", ["angle": "\(track.orientation.rotation)"])
        let parts: [String?] = [
            name(ofCodec: track.codec), track.size.map { inOrder("\($0.width) × \($0.height)") }, turn,
            track.orientation.isMirrored ? translated("mirrored") : nil, track.channels.map(name(ofChannels:)),
            track.sampleRate.map { "\($0) Hz" }, track.language.map { LanguageName.of($0) ?? $0 },
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    private static func name(ofChannels count: Int) -> String {
        switch count {
        case 1: translated("mono")
        case 2: translated("stereo")
        case 6: "5.1"
        case 8: "7.1"
        default: translated("{count} channel", plural: "{count} channels", count: count)
        }
    }

    private static func name(ofCodec codec: String) -> String {
        let names = [
            "h264": "H.264", "hevc": "H.265", "av1": "AV1", "vp8": "VP8", "vp9": "VP9", "mpeg1video": "MPEG-1", "mpeg2video": "MPEG-2",
            "mpeg4": "MPEG-4", "prores": "ProRes", "theora": "Theora", "aac": "AAC", "mp3": "MP3", "mp2": "MP2", "ac3": "AC-3",
            "eac3": "E-AC-3", "dts": "DTS", "flac": "FLAC", "alac": "ALAC", "opus": "Opus", "vorbis": "Vorbis", "subrip": "SubRip",
            "ass": "SubStation Alpha", "webvtt": "WebVTT", "mov_text": "Timed Text", "hdmv_pgs_subtitle": "PGS",
            "dvd_subtitle": "VobSub", "dvb_subtitle": "DVB", "eia_608": "CEA-608", "ttml": "TTML",
        ]
        return names[codec] ?? codec
    }
}
