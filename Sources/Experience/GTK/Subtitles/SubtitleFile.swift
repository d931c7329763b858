// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxCodec
import WindowboxEngine
import WindowboxMedia

/// Subtitles that a person added to an item.
struct SubtitleFile: Equatable {
    /// Where it was read from: a file that is added again takes its own place.
    var address: String
    /// What it is called in menus.
    var name: String
    var cues: CueBuffer

    /// More than any has.
    static let mostBytes = 8 << 20
    /// The pictures of a film of three hours have less.
    static let mostPictureBytes = 128 << 20

    @concurrent static func read(_ address: String) async throws(SubtitleFileError) -> SubtitleFile {
        let name = FileBytes.name(of: address)
        let limit = name.lowercased().hasSuffix(".sup") ? mostPictureBytes : mostBytes
        let bytes = try FileBytes.read(address, called: name, atMost: limit)
        return SubtitleFile(address: address, name: name, cues: try shelf(bytes, called: name))
    }

    /// What a file is, is in it: its name may say anything.
    static func shelf(_ bytes: [UInt8], called name: String) throws(SubtitleFileError) -> CueBuffer {
        // Segments of PGS.
        let document =
            bytes.starts(with: "PG".utf8) ? pictures(bytes) : CaptionDocument.read(bytes, limits: CaptionLimits(cues: CueBuffer.most))
        let shelf = CueBuffer(document)
        guard !shelf.cues.isEmpty else { throw .noSubtitles(name) }
        return shelf
    }

    /// Empty for what is no track of pictures.
    private static func pictures(_ bytes: [UInt8]) -> CaptionDocument {
        let none = CaptionDocument(format: .ttml)
        do throws(CodecError) {
            let demuxer = try Demuxer(ByteFeed(bytes), container: .file)
            guard let track = demuxer.textTracks.first(where: \.coding.isPictures) else { return none }
            return try CaptionDocument.readPictures(of: track, from: demuxer, limit: CueBuffer.most)
        } catch { return none }
    }
}

/// The files that were added to one item.
struct ItemSubtitles: Equatable {
    private(set) var files: [SubtitleFile] = []
    /// An index of ``files``; nil shows what the stream has.
    var selection: Int?

    /// An index of ``files``, of one that is shown besides; nil for none.
    var second: Int?

    var selected: SubtitleFile? { selection.flatMap { files.indices.contains($0) ? files[$0] : nil } }

    /// Those of ``files`` that may be shown besides.
    var others: [Int] { files.indices.filter { $0 != selection } }

    /// Nobody reads the same twice.
    var secondFile: SubtitleFile? { second.flatMap { others.contains($0) ? files[$0] : nil } }

    /// Keeps a file that nobody has asked for.
    /// - Parameter isShown: where nothing else was chosen.
    mutating func offer(_ file: SubtitleFile, isShown: Bool) {
        guard !files.contains(where: { $0.address == file.address }) else { return }
        files.append(file)
        if isShown, selection == nil { selection = files.count - 1 }
    }

    /// Keeps a file, and shows it.
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
