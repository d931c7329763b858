// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCodec

extension MediaFileTextTracks {
    /// The number of bytes needed to recognise a media file.
    static let headLength = 400
    /// No DVD's subtitles are larger.
    private static let largestStream = 256 << 20
    private static let largestIndex = 8 << 20

    /// Opens a media file, or the two files of a DVD's subtitles by the name of either. nil for other files, and for what can't be opened.
    /// - Throws: A media ``Failure`` if the file is damaged or the other one is missing.
    static func open(_ path: String) throws(Failure) -> MediaFileTextTracks? {
        guard path != "-", !PipedFiles.isPipe(path), let handle = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? handle.close() }
        let head = Array((try? handle.read(upToCount: headLength)).flatMap { $0 } ?? Data())
        if VobSubIndex.isIndex(head) {
            guard let stream = sibling(of: path, kind: "sub") else {
                throw .media(
                    "\(TerminalText.line(path)): the pictures of these subtitles are in a .sub file of the same name, which is missing; "
                        + "put it next to the .idx file")
            }
            return try vobSub(index: path, stream: stream)
        }
        if VobSubFile.isStream(head), URL(filePath: path).pathExtension.lowercased() == "sub" {
            guard let index = sibling(of: path, kind: "idx") else {
                throw .media(
                    "\(TerminalText.line(path)): these subtitles are pictures of a DVD, whose times are in an .idx file of the same name, "
                        + "which is missing; put it next to the .sub file")
            }
            return try vobSub(index: index, stream: path)
        }
        return isMediaFile(head) ? try MediaFileTextTracks(file: path) : nil
    }

    /// Whether the first bytes are of a media file or bitmap subtitles: MP4, QuickTime, Matroska, WebM, MPEG-TS or PGS.
    static func isMediaFile(_ head: [UInt8]) -> Bool {
        // Packets of 188 bytes, of 204 with error correction, and of 192 with a time in front, as on Blu-ray discs.
        let isTransportStream = [(0, 188), (0, 204), (4, 192)].contains { start, length in
            head.count > start + length && head[start] == 0x47 && head[start + length] == 0x47
        }
        // A PGS segment: a mark, two times, a type and a length. A file cut out of a film may begin with the end (0x80) of a display set.
        let isPGS = head.count > 12 && head.starts(with: "PG".utf8) && ((0x14...0x18).contains(head[10]) || head[10] == 0x80)
        return head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) || isTransportStream || isPGS || Container.sniff(head) == .mp4
            || head.dropFirst(4).starts(with: "wide".utf8)
    }

    private static func vobSub(index: String, stream: String) throws(Failure) -> MediaFileTextTracks {
        let file = VobSubFile(
            VobSubIndex(try bytes(of: index, atMost: largestIndex)), stream: try bytes(of: stream, atMost: largestStream))
        return MediaFileTextTracks(file, name: index)
    }

    /// A file of the same name with another extension, in small letters or capitals; nil if there is none.
    private static func sibling(of path: String, kind: String) -> String? {
        let stem = (path as NSString).deletingPathExtension
        return [kind, kind.uppercased()].map { "\(stem).\($0)" }.first { FileManager.default.fileExists(atPath: $0) }
    }

    private static func bytes(of path: String, atMost limit: Int) throws(Failure) -> [UInt8] {
        guard let handle = FileHandle(forReadingAtPath: path) else { throw .media("cannot read \(TerminalText.line(path))") }
        defer { try? handle.close() }
        var data: Data?
        do { data = try handle.read(upToCount: limit + 1) } catch {
            throw .media("cannot read \(TerminalText.line(path)): \(error.localizedDescription)")
        }
        guard (data?.count ?? 0) <= limit else { throw .media("\(TerminalText.line(path)) is too large for subtitles") }
        return Array(data ?? Data())
    }
}
