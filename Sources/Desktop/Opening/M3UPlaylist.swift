// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Parses M3U lists: one address per line, with titles in preceding `#EXTINF` lines.
enum M3UPlaylist {
    /// Maximum size in bytes.
    static let capacity = 16 << 20

    /// - Returns: nil if it is an HLS playlist, which is a single medium.
    static func entries(of bytes: some Collection<UInt8>, at url: URL) -> [MediaEntry]? {
        let text = String(validating: bytes, as: UTF8.self) ?? latin(bytes)
        var entries: [MediaEntry] = []
        var title: String?
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop { $0 == "\u{FEFF}" || $0.isWhitespace }
            if line.hasPrefix("#EXT-X-") { return nil }
            if line.hasPrefix("#EXTINF:") {
                title = comma(behindAttributesIn: line).map { line[line.index(after: $0)...].trimmingCharacters(in: .whitespaces) }
            } else if !line.hasPrefix("#"), let entry = MediaEntry(String(line), title: title, relativeTo: url.deletingLastPathComponent())
            {
                entries.append(entry)
                title = nil
            }
        }
        return entries
    }

    /// Whether bytes can be those of a list: there are no control characters besides tabs and line ends.
    static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    }

    /// Whether a line begins with a tag of HLS.
    /// - Parameter start: the number of bytes that were already searched.
    static func hasStreamTag(_ bytes: [UInt8], from start: Int) -> Bool {
        let tag = Array("#EXT-X-".utf8)
        var index = max(start - tag.count + 1, 0)
        while let sign = bytes[index...].firstIndex(of: tag[0]) {
            let beginsLine = sign == 0 || [0x0A, 0x0D].contains(bytes[sign - 1]) || bytes[..<sign] == [0xEF, 0xBB, 0xBF]
            if beginsLine, bytes[sign...].starts(with: tag) { return true }
            index = sign + 1
        }
        return false
    }

    /// The comma before the title. Channel lists put quoted attributes before it, which may contain commas.
    private static func comma(behindAttributesIn line: Substring) -> Substring.Index? {
        var isQuoted = false
        let comma = line.indices.first { index in
            if line[index] == "\"" { isQuoted.toggle() }
            return line[index] == "," && !isQuoted
        }
        // With a single quotation mark, as in 12" Mix, there is no attribute.
        return comma ?? line.firstIndex(of: ",")
    }

    /// Decodes lists from before UTF-8.
    private static func latin(_ bytes: some Collection<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: bytes.lazy.map { Unicode.Scalar($0) })
        return String(text)
    }
}
