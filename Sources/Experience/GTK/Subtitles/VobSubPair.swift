// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxCodec
import WindowboxEngine
import WindowboxMedia

/// A DVD's subtitles in two files with the same name: an index (`.idx`) and the pictures (`.sub`).
struct VobSubPair {
    /// The URL of the index.
    private let address: String
    private let name: String
    private let file: VobSubFile

    /// - Parameter address: the URL of either file.
    /// - Returns: nil if it is the URL of neither.
    static func read(_ address: String) throws(SubtitleFileError) -> VobSubPair? {
        switch address.suffix(4).lowercased() {
        case ".idx":
            let name = FileBytes.name(of: address)
            guard let index = try Self.index(address) else { return nil }
            let other = address.last == "X" ? "SUB" : "sub"
            return try VobSubPair(address: address, name: name, index, stream: address.dropLast(3) + other)
        case ".sub":
            let other: String = address.dropLast(3) + (address.last == "B" ? "IDX" : "idx")
            // Files of other formats have the same extension.
            guard let index = try? Self.index(other) else { return nil }
            return try VobSubPair(address: other, name: FileBytes.name(of: other), index, stream: address)
        default: return nil
        }
    }

    /// The languages of an index; nil if the file isn't an index.
    static func index(_ address: String) throws(SubtitleFileError) -> VobSubIndex? {
        let bytes = try FileBytes.read(address, called: FileBytes.name(of: address), atMost: SubtitleFile.maxBytes)
        return VobSubIndex.isIndex(bytes) ? VobSubIndex(bytes) : nil
    }

    private init(address: String, name: String, _ index: VobSubIndex, stream: String) throws(SubtitleFileError) {
        self.address = address
        self.name = name
        file = VobSubFile(
            index, stream: try FileBytes.read(stream, called: FileBytes.name(of: stream), atMost: SubtitleFile.maxPictureBytes))
    }

    /// The languages that have subtitles.
    var tracks: [TextTrack] { file.tracks }

    /// - Parameter number: an index of ``tracks``.
    func subtitles(ofTrack number: Int) throws(SubtitleFileError) -> SubtitleFile {
        guard tracks.indices.contains(number),
            let document = try? CaptionDocument.readPictures(of: tracks[number], from: file, limit: CueBuffer.maxCues)
        else { throw .noSubtitles(name) }
        let cues = CueBuffer(document)
        guard !cues.cues.isEmpty else { throw .noSubtitles(name) }
        let words = tracks[number].language.flatMap { LanguageName.of($0) }
        return SubtitleFile(address: "\(address)#\(number)", name: words.map { "\($0) · \(name)" } ?? name, cues: cues)
    }
}

extension SubtitleFile {
    /// Reads what a file contains: several languages, or a single text.
    /// - Returns: the contents, and the index of the one to show.
    @concurrent static func readAll(_ address: String) async throws(SubtitleFileError) -> (files: [SubtitleFile], shown: Int) {
        guard let pair = try VobSubPair.read(address) else { return try await ([read(address)], 0) }
        var (files, shown) = ([SubtitleFile](), 0)
        for (number, track) in pair.tracks.enumerated() {
            guard let file = try? pair.subtitles(ofTrack: number) else { continue }
            if track.isDefault { shown = files.count }
            files.append(file)
        }
        guard !files.isEmpty else { throw .noSubtitles(FileBytes.name(of: address)) }
        return (files, shown)
    }

    /// Reads one language of a file.
    /// - Parameter track: an index of ``VobSubPair/tracks``; nil if the file is a single text.
    @concurrent static func read(_ address: String, track: Int?) async throws(SubtitleFileError) -> SubtitleFile {
        guard let track else { return try await read(address) }
        guard let pair = try VobSubPair.read(address) else { throw .noSubtitles(FileBytes.name(of: address)) }
        return try pair.subtitles(ofTrack: track)
    }
}
