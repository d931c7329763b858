// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// The current live captions of a stream, per language.
public struct LiveCaptions: Hashable, Sendable {
    /// The current caption in one language.
    public struct Line: Hashable, Sendable {
        /// BCP 47.
        public var language: String
        /// Empty if nothing is being said.
        public fileprivate(set) var text: String
        /// When the line expires, in the caller's clock; nil if it stays until it is replaced.
        fileprivate var end: Double?
    }

    /// One line per language, in order of first appearance.
    public private(set) var lines: [Line] = []

    /// Further languages are ignored.
    private static let maxLanguages = 12

    public init() {}

    /// The line for a user's languages; the first line if none matches.
    /// - Parameter languages: BCP 47, most preferred first.
    public func line(for languages: [String]) -> Line? {
        for language in languages {
            if let line = lines.first(where: { $0.language.lowercased() == language.lowercased() }) { return line }
            if let line = lines.first(where: { Self.primary($0.language) == Self.primary(language) }) { return line }
        }
        return lines.first
    }

    private static func primary(_ language: String) -> Substring { language.lowercased().prefix { $0 != "-" && $0 != "_" } }

    /// - Parameters:
    ///   - isRecent: false for captions from before the viewer joined. Of these, only those without an expiry are shown.
    ///   - now: seconds of any monotonic clock.
    mutating func add(_ data: JSONValue, isRecent: Bool, at now: Double) {
        guard let language = data["lang"]?.text, !language.isEmpty, language.utf8.count <= 35 else { return }
        var line = Line(language: language, text: data["text"]?.text ?? "")
        if case .integer(let length) = data["duration_ms"] {
            line.end = now + Double(min(max(0, length), 600_000)) / 1000
            if !isRecent { (line.text, line.end) = ("", nil) }
        }
        if let index = lines.firstIndex(where: { $0.language.lowercased() == language.lowercased() }) {
            lines[index] = line
        } else if lines.count < Self.maxLanguages {
            lines.append(line)
        }
    }

    /// When the next line expires.
    var nextEnd: Double? { lines.compactMap(\.end).min() }

    /// - Returns: whether a line has expired.
    mutating func end(at now: Double) -> Bool {
        var hasEnded = false
        for index in lines.indices {
            guard let end = lines[index].end, end <= now else { continue }
            (lines[index].text, lines[index].end) = ("", nil)
            hasEnded = true
        }
        return hasEnded
    }

    /// Clears all lines; the languages remain selectable.
    mutating func clear() { for index in lines.indices { (lines[index].text, lines[index].end) = ("", nil) } }
}
