// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxCodec
import WindowboxEngine
import WindowboxMedia

/// A subtitle file that the user added to an item.
struct SubtitleFile: Equatable {
    /// Where it was read from; adding the same address again replaces the file.
    var address: String
    /// The title in menus.
    var name: String
    var cues: CueBuffer

    /// No text subtitle file is larger.
    static let maxBytes = 8 << 20
    /// Image subtitles of a three-hour film are smaller.
    static let maxPictureBytes = 128 << 20

    @concurrent static func read(_ address: String) async throws(SubtitleFileError) -> SubtitleFile {
        let name = FileBytes.name(of: address)
        let limit = name.lowercased().hasSuffix(".sup") ? maxPictureBytes : maxBytes
        let bytes = try FileBytes.read(address, called: name, atMost: limit)
        return SubtitleFile(address: address, name: name, cues: try parse(bytes, name: name))
    }

    /// Detects the format from the content; the file name may be misleading.
    static func parse(_ bytes: [UInt8], name: String) throws(SubtitleFileError) -> CueBuffer {
        // A PGS stream.
        let document =
            bytes.starts(with: "PG".utf8) ? pictures(bytes) : CaptionDocument.read(bytes, limits: CaptionLimits(cues: CueBuffer.maxCues))
        let buffer = CueBuffer(document)
        guard !buffer.cues.isEmpty else { throw .noSubtitles(name) }
        return buffer
    }

    /// Empty if the data has no image subtitle track.
    private static func pictures(_ bytes: [UInt8]) -> CaptionDocument {
        let none = CaptionDocument(format: .ttml)
        do throws(CodecError) {
            let demuxer = try Demuxer(ByteFeed(bytes), container: .file)
            guard let track = demuxer.textTracks.first(where: \.coding.isPictures) else { return none }
            return try CaptionDocument.readPictures(of: track, from: demuxer, limit: CueBuffer.maxCues)
        } catch { return none }
    }
}

/// The subtitle files added to one item.
struct ItemSubtitles: Equatable {
    private(set) var files: [SubtitleFile] = []
    /// An index of ``files``; nil shows the stream's own subtitles.
    var selection: Int?

    /// An index of ``files`` for the second subtitles; nil for none.
    var second: Int?

    var selected: SubtitleFile? { selection.flatMap { files.indices.contains($0) ? files[$0] : nil } }

    /// Indices of ``files`` that can be shown as second subtitles.
    var others: [Int] { files.indices.filter { $0 != selection } }

    /// The second file; nil if it is the selected one, because showing it twice is pointless.
    var secondFile: SubtitleFile? { second.flatMap { others.contains($0) ? files[$0] : nil } }

    /// Adds a file that the user didn't ask for.
    /// - Parameter isShown: selects it if nothing else is selected.
    mutating func offer(_ file: SubtitleFile, isShown: Bool) {
        guard !files.contains(where: { $0.address == file.address }) else { return }
        files.append(file)
        if isShown, selection == nil { selection = files.count - 1 }
    }

    /// Adds a file and selects it.
    mutating func add(_ file: SubtitleFile) {
        if let known = files.firstIndex(where: { $0.address == file.address }) {
            files[known] = file
            selection = known
        } else {
            files.append(file)
            selection = files.count - 1
        }
    }
}
