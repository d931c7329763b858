// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// What is spoken in a live stream, written along for those who watch: what holds now, in each language that was heard.
public struct LiveCaptions: Hashable, Sendable {
    public struct Line: Hashable, Sendable {
        /// BCP 47.
        public var language: String
        /// Empty while nothing is said.
        public fileprivate(set) var text: String
        /// Seconds of the clock of whoever follows; nil: until others come.
        fileprivate var end: Double?
    }

    /// One for each language, in the order in which they were first heard.
    public private(set) var lines: [Line] = []

    /// What further ones say is passed over.
    private static let mostLanguages = 12

    public init() {}

    /// The line for somebody who reads certain languages; the first one where none of them is spoken.
    /// - Parameter languages: BCP 47, the best first.
    public func line(for languages: [String]) -> Line? {
        for wanted in languages {
            if let line = lines.first(where: { $0.language.lowercased() == wanted.lowercased() }) { return line }
            if let line = lines.first(where: { Self.primary($0.language) == Self.primary(wanted) }) { return line }
        }
        return lines.first
    }

    private static func primary(_ language: String) -> Substring { language.lowercased().prefix { $0 != "-" && $0 != "_" } }

    /// - Parameters:
    ///   - isNews: false for what was said before; of that only what holds until other words come is shown.
    ///   - now: seconds of any clock that runs evenly.
    mutating func take(_ data: JSONValue, isNews: Bool, at now: Double) {
        guard let language = data["lang"]?.text, !language.isEmpty, language.utf8.count <= 35 else { return }
        var line = Line(language: language, text: data["text"]?.text ?? "")
        if case .integer(let length) = data["duration_ms"] {
            line.end = now + Double(min(max(0, length), 600_000)) / 1000
            if !isNews { (line.text, line.end) = ("", nil) }
        }
        if let index = lines.firstIndex(where: { $0.language.lowercased() == language.lowercased() }) {
            lines[index] = line
        } else if lines.count < Self.mostLanguages {
            lines.append(line)
        }
    }

    /// When the next line has been there for long enough.
    var nextEnd: Double? { lines.compactMap(\.end).min() }

    /// - Returns: whether something is no longer to be read.
    mutating func end(at now: Double) -> Bool {
        var hasEnded = false
        for index in lines.indices {
            guard let end = lines[index].end, end <= now else { continue }
            (lines[index].text, lines[index].end) = ("", nil)
            hasEnded = true
        }
        return hasEnded
    }

    /// Nobody speaks any more; the languages stay to be chosen.
    mutating func fallSilent() { for index in lines.indices { (lines[index].text, lines[index].end) = ("", nil) } }
}
