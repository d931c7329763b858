// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The cues of a WebVTT file: their times and what they say. Settings, styles, regions and notes are passed over.
struct CueReader {
    struct Entry: Hashable {
        /// Seconds, as the file has them.
        var timeRange: TimeRange
        var payload: String
    }

    /// No file has more; what follows is left out.
    static let most = 100_000

    static func entries(of bytes: [UInt8]) -> [Entry] {
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        guard lines.first?.drop(while: { $0 == "\u{FEFF}" }).hasPrefix("WEBVTT") == true else { return [] }
        var entries: [Entry] = []
        var index = 1
        while index < lines.count, entries.count < most {
            defer { index += 1 }
            guard let range = timeRange(lines[index]) else { continue }
            let payload = lines[(index + 1)...].prefix { !$0.isEmpty && !$0.contains("-->") }
            index += payload.count
            entries.append(Entry(timeRange: range, payload: payload.joined(separator: "\n")))
        }
        return entries
    }

    static func timeRange(_ line: Substring) -> TimeRange? {
        guard let arrow = line.range(of: "-->") else { return nil }
        let end = line[arrow.upperBound...].drop { $0.isWhitespace }.prefix { !$0.isWhitespace }
        guard let start = seconds(line[..<arrow.lowerBound].filter { !$0.isWhitespace }[...]), let end = seconds(end), start < end else {
            return nil
        }
        return TimeRange(start: start, end: end)
    }

    /// `1:02:03.400` or `02:03.400`.
    static func seconds(_ text: Substring) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let seconds = Double(parts[parts.count - 1]), seconds >= 0, seconds < 60 else { return nil }
        var total = 0.0
        for part in parts.dropLast() {
            guard let number = UInt32(part) else { return nil }
            total = total * 60 + Double(number)
        }
        return total * 60 + seconds
    }
}

extension Substring {
    /// Where a text stands in it first.
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
