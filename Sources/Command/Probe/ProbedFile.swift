// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// A media file with its container and tracks.
struct ProbedFile {
    struct Track {
        var kind: TrackKind
        var codec: String
        var size: PixelSize?
        var sampleRate: Int?
        var channels: Int?
        var language: String?
        var orientation: DisplayOrientation
    }

    var container: String
    /// Seconds; nil if the file does not state it.
    var duration: Double?
    var tracks: [Track]

    static func open(_ input: some DemuxerInput, prefix: [UInt8]) -> Result<ProbedFile, ProbeFault> {
        do throws(CodecError) {
            let demuxer = try Demuxer(input, container: .file)
            let tracks = demuxer.formatsKnown.map { format in
                Track(
                    kind: format.kind, codec: format.codec, size: format.size, sampleRate: format.sampleRate, channels: format.channels,
                    language: format.language == "und" ? nil : format.language, orientation: format.orientation)
            }
            guard !tracks.isEmpty else { throw CodecError(.unsupported, "it contains no video, audio or text") }
            return .success(ProbedFile(container: name(of: prefix, codec: tracks[0].codec), duration: demuxer.duration, tracks: tracks))
        } catch { return .failure(ProbeFault(error)) }
    }

    /// The container's name from the first bytes. After an ID3 tag of unknown length, the codec determines it.
    static func name(of head: [UInt8], codec: String) -> String {
        func begins(_ text: String, at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: text.utf8) }
        if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            // The document type is in the header, after its length.
            return String(decoding: head.prefix(64), as: UTF8.self).contains("webm") ? "webm" : "matroska"
        }
        if begins("OggS") { return "ogg" }
        if begins("fLaC") { return "flac" }
        if begins("RIFF"), begins("WAVE", at: 8) { return "wav" }
        if begins("RIFF"), begins("AVI ", at: 8) { return "avi" }
        if begins("FLV") { return "flv" }
        if begins("WEBVTT") || begins("\u{FEFF}WEBVTT") { return "webvtt" }
        if begins("ID3") { return codec == "aac" ? "adts" : codec }
        switch Container.sniff(head) {
        case .mp4?: return "mp4"
        case .transportStream?: return "mpegts"
        case .adts?: return "adts"
        case .mp3?: return "mp3"
        case .ac3?: return "ac3"
        case .eac3?: return "eac3"
        default: return "other"
        }
    }

    var members: [(name: String, value: JSONTree)] {
        let none: [String] = []
        return [
            ("kind", "file".json), ("container", container.json), ("duration", duration.json), ("tracks", tracks.json),
            ("unknownTags", none.json), ("warnings", none.json), ("errors", none.json),
        ]
    }

    func summary(of address: String) -> String {
        let length = duration.map { ", " + TerminalText.duration($0) } ?? ""
        let head = "  \(container)\(length), \(counted(tracks.count, "track"))\n"
        return TerminalText.line(address) + "\n" + head + TerminalText.table(tracks.map(\.cells))
    }
}

extension ProbedFile.Track {
    fileprivate var cells: [String] {
        var facts: [String?] = []
        facts.append(size.map { "\($0.width)x\($0.height)" })
        facts.append(orientation.rotation == 0 ? nil : "rotated by \(orientation.rotation) degrees")
        facts.append(orientation.isMirrored ? "mirrored" : nil)
        facts.append(sampleRate.map { "\($0) Hz" })
        facts.append(channels.map { counted($0, "channel") })
        facts.append(language)
        let text = facts.compactMap { $0 }.joined(separator: ", ")
        return [kind.name, TerminalText.line(codec), TerminalText.line(text)]
    }
}

extension ProbedFile.Track: JSONConvertible {
    var json: JSONTree {
        .record([
            "kind": kind.name, "codec": codec, "width": size?.width, "height": size?.height, "rotation": orientation.rotation,
            "mirrored": orientation.isMirrored,
            "sampleRate": sampleRate, "channels": channels, "language": language,
        ])
    }
}
