// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming

/// Recognizes what isn't media, by its first bytes.
enum ForeignContent {
    /// - Parameter prefix: the first bytes; a few dozen are enough for most kinds.
    /// - Returns: what it certainly is instead of media; nil if it may be media.
    static func certain(_ prefix: [UInt8]) -> FailureReason? {
        if prefix.isEmpty { return .empty }
        return isWebPage(prefix) ? .webPage : nil
    }

    /// What it seems to be instead of media, once it has turned out to be none: subtitles and some images are text, too.
    static func likely(_ prefix: [UInt8]) -> FailureReason? {
        if let certain = certain(prefix) { return certain }
        if documents.contains(where: { prefix.starts(with: $0) }) { return .document }
        if archives.contains(where: { prefix.starts(with: $0) }) { return .archive }
        return isText(prefix) ? .text : nil
    }

    /// PDF, PostScript, RTF, and the older formats of office programs.
    private static let documents: [[UInt8]] = [
        Array("%PDF-".utf8), Array("%!PS".utf8), Array("{\\rtf".utf8), [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1],
    ]

    /// ZIP, gzip, xz, Zstandard, bzip2, 7z and RAR.
    private static let archives: [[UInt8]] = [
        [0x50, 0x4B, 0x03, 0x04], [0x1F, 0x8B], [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], [0x28, 0xB5, 0x2F, 0xFD], Array("BZh".utf8),
        [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], Array("Rar!".utf8),
    ]

    /// Looks for the document type or the first elements of HTML, behind white space, a byte order mark, an XML declaration and comments.
    private static func isWebPage(_ prefix: [UInt8]) -> Bool {
        var rest = prefix.prefix(4096).drop { $0 <= 0x20 || $0 >= 0x80 }
        while let skipped = afterPreamble(rest) { rest = skipped.drop { $0 <= 0x20 } }
        let start = String(decoding: rest.prefix(16), as: UTF8.self).lowercased()
        return ["<!doctype html", "<html", "<head", "<body", "<title", "<meta ", "<script"].contains { start.hasPrefix($0) }
    }

    /// The bytes after an XML declaration or a comment; nil if they don't begin with one that ends.
    private static func afterPreamble(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        for (start, end) in [("<?xml", "?>"), ("<!--", "-->")] where bytes.starts(with: start.utf8) {
            return bytes.dropFirst(start.utf8.count).firstRange(of: Array(end.utf8)).map { bytes[$0.upperBound...] }
        }
        return nil
    }

    /// Whether it is text in UTF-8 or an 8-bit encoding, or in UTF-16 with a byte order mark.
    private static func isText(_ prefix: [UInt8]) -> Bool {
        if prefix.starts(with: [0xFF, 0xFE]) || prefix.starts(with: [0xFE, 0xFF]) { return true }
        let prefix = prefix.prefix(4096)
        guard prefix.allSatisfy({ $0 >= 0x20 || (0x09...0x0D).contains($0) }) else { return false }
        // The last character may be cut off.
        let end = prefix.lastIndex { $0 < 0x80 || $0 >= 0xC0 } ?? prefix.endIndex
        if String(validating: prefix[..<end], as: UTF8.self) != nil { return true }
        // In an 8-bit encoding most is ASCII, while binary files may have a few bytes that could be letters.
        return prefix.count(where: { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A }) * 10 >= prefix.count * 7
    }
}

extension FailureReason {
    /// What was found instead of media, as a sentence without a full stop; nil if it isn't about content.
    var foundContent: String? {
        switch self {
        case .empty: "it is empty; expected a playlist or a media file. It may not have been copied or sent completely"
        case .webPage:
            "it is a web page (HTML); expected a playlist or a media file. The URL may be that of a page with a player, or require signing in"
        case .text: "it is a text file; expected a playlist or a media file. Check the URL or path"
        case .document: "it is a document; expected a playlist or a media file. Check the URL or path"
        case .archive: "it is an archive; expected a playlist or a media file. Unpack it first"
        default: nil
        }
    }
}
