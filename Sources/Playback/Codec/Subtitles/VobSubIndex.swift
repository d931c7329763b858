// SPDX-License-Identifier: Apache-2.0

/// The index of a DVD's subtitles (`.idx`): their colours, their languages, and where in the `.sub` file each begins.
public struct VobSubIndex: Hashable, Sendable {
    /// One language of the `.sub` file.
    public struct Language: Hashable, Sendable {
        /// The language's number in the `.sub` file, from 0 to 31.
        public var number: Int
        /// As in the file, such as `en`; nil when unknown.
        public var language: String?
        /// A title, if there is one.
        public var name: String?
        /// In the order of their times.
        public var entries: [Entry] = []
    }

    /// Where a subtitle is in the `.sub` file.
    public struct Entry: Hashable, Sendable {
        /// Milliseconds, with the language's delay.
        public var time: Int
        /// A byte offset in the `.sub` file. It is not checked.
        public var position: Int
    }

    /// The languages that have subtitles.
    public private(set) var languages: [Language] = []
    /// The number of the default language; nil when the file names none.
    public private(set) var defaultNumber: Int?
    /// The lines about size and palette, which FFmpeg's decoder reads.
    public private(set) var header: [UInt8] = []

    /// A day's subtitles in one language.
    private static let maximumEntries = 20_000
    private static let maximumLanguages = 32
    private static let longestLine = 4096

    /// Whether a file begins like an index.
    public static func isIndex(_ head: some Sequence<UInt8>) -> Bool {
        let text = String(decoding: Array(head.prefix(64)), as: UTF8.self).lowercased()
        return text.drop { $0 == "\u{FEFF}" || $0 == "#" || $0 == " " }.hasPrefix("vobsub index file")
    }

    /// Reads an index. Malformed lines are skipped.
    public init(_ bytes: [UInt8]) {
        var current: Int?
        var (generalDelay, delay) = (0, 0)
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) where line.count <= Self.longestLine && line.first != 0x23 {
            let text = String(decoding: line, as: UTF8.self)
            guard let colon = text.firstIndex(of: ":") else { continue }
            let value = text[text.index(after: colon)...].trimmed
            switch text[..<colon].trimmed.lowercased() {
            case "size": addSize(value)
            case "palette": addPalette(value)
            case "langidx": defaultNumber = Int(value)
            case "id":
                current = begin(value)
                delay = generalDelay
            case "alt": if let current, !value.isEmpty { languages[current].name = String(value) }
            case "delay":
                delay = Self.milliseconds(value) ?? delay
                if languages.isEmpty { generalDelay = delay }
            case "timestamp":
                guard let current, languages[current].entries.count < Self.maximumEntries, let entry = Self.entry(value, delay) else {
                    continue
                }
                languages[current].entries.append(entry)
            default: continue
            }
        }
        languages.removeAll(where: \.entries.isEmpty)
        for index in languages.indices { languages[index].entries.sort { $0.time < $1.time } }
    }

    // MARK: Lines

    private mutating func addSize(_ value: Substring) {
        let parts = value.split(separator: "x").map { Int($0.trimmed) ?? 0 }
        guard parts.count == 2, parts.allSatisfy({ (1...4096).contains($0) }) else { return }
        header += Array("size: \(parts[0])x\(parts[1])\n".utf8)
    }

    private mutating func addPalette(_ value: Substring) {
        let colors = value.split { $0 == "," || $0 == " " }.prefix(16).map { UInt32($0, radix: 16) ?? 0 }
        guard !colors.isEmpty else { return }
        let words = (colors + [UInt32](repeating: 0, count: 16 - colors.count)).map { color in
            let digits = String(color & 0xFFFFFF, radix: 16)
            return String(repeating: "0", count: 6 - digits.count) + digits
        }
        header += Array("palette: \(words.joined(separator: ", "))\n".utf8)
    }

    /// `en, index: 0`
    private mutating func begin(_ value: Substring) -> Int? {
        let parts = value.split(separator: ",", maxSplits: 1)
        let number = parts.count == 2 ? parts[1].split(separator: ":").last.flatMap { Int($0.trimmed) } : nil
        guard let number, (0..<Self.maximumLanguages).contains(number), languages.count < Self.maximumLanguages else { return nil }
        if let known = languages.firstIndex(where: { $0.number == number }) { return known }
        let language = parts[0].trimmed
        let isKnown = !language.isEmpty && language.count <= 8 && language.allSatisfy { $0.isLetter && $0.isASCII }
        languages.append(Language(number: number, language: isKnown ? language.lowercased() : nil))
        return languages.count - 1
    }

    /// `00:01:02:345, filepos: 000001800`
    private static func entry(_ value: Substring, _ delay: Int) -> Entry? {
        let parts = value.split(separator: ",", maxSplits: 1)
        guard parts.count == 2, let time = milliseconds(parts[0].trimmed), let colon = parts[1].firstIndex(of: ":"),
            parts[1][..<colon].trimmed.lowercased() == "filepos",
            let position = Int(parts[1][parts[1].index(after: colon)...].trimmed, radix: 16), position >= 0
        else { return nil }
        return Entry(time: max(time + delay, 0), position: position)
    }

    /// Hours, minutes, seconds and milliseconds, with or without a sign.
    private static func milliseconds(_ text: Substring) -> Int? {
        let isNegative = text.first == "-"
        let parts = (isNegative || text.first == "+" ? text.dropFirst() : text).split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            let part = part.trimmed
            return part.count <= 6 && part.allSatisfy(\.isWholeNumber) ? Int(part) : nil
        }
        guard numbers.count == 4, parts.count == 4 else { return nil }
        let time = ((numbers[0] * 60 + numbers[1]) * 60 + numbers[2]) * 1000 + numbers[3]
        return isNegative ? -time : time
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
