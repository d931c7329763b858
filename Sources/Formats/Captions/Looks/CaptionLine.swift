// SPDX-License-Identifier: Apache-2.0

/// A line of a caption, split where its style changes.
public struct CaptionLine: Hashable, Sendable {
    /// A ruby annotation.
    public struct Ruby: Hashable, Sendable {
        /// The annotation's text.
        public var text: String
        /// Its style; the size is already that of ruby text.
        public var look: CaptionLook
    }

    /// Text of one style.
    public struct Part: Hashable, Sendable {
        /// The text, without line breaks.
        public var text: String
        /// Its resolved style.
        public var look: CaptionLook
        /// The ruby text above it.
        public var ruby: Ruby?

        public init(text: String, look: CaptionLook, ruby: Ruby? = nil) { (self.text, self.look, self.ruby) = (text, look, ruby) }
    }

    /// The parts in logical order.
    public var parts: [Part] = []
    /// The text between the author's line breaks, which determines the direction of the line.
    public var paragraph: String

    /// The text of all parts, without ruby.
    public var text: String { parts.map(\.text).joined() }

    /// Maps a cue's wrapped lines back to its styled runs. Wrapping removes only spaces at line breaks.
    ///
    /// - Parameters:
    ///   - lines: The lines of a ``CaptionBox`` for ``Cue/withoutRubyText``.
    ///   - runs: The runs of the cue itself.
    ///   - look: Returns the style of a run.
    public static func lines(_ lines: [String], of runs: [StyledRun], look: (StyledRun) -> CaptionLook) -> [CaptionLine] {
        let looks = runs.map(look)
        var letters: [(scalar: Unicode.Scalar, run: Int)] = []
        var rubies: [Int: Ruby] = [:]
        var base: Int?
        for (index, run) in runs.enumerated() {
            if run.isRuby, let base {
                rubies[base, default: Ruby(text: "", look: looks[index].ruby)].text += run.text
            } else if !run.isRuby {
                base = index
                letters += run.text.unicodeScalars.map { ($0, index) }
            }
        }
        let paragraphs = String(String.UnicodeScalarView(letters.map(\.scalar))).split(separator: "\n", omittingEmptySubsequences: false)
        var cursor = 0
        var paragraph = 0
        return lines.map { line in
            var parts: [Part] = []
            var last: Int?
            for scalar in line.unicodeScalars {
                while cursor < letters.count, letters[cursor].scalar != scalar, isSpace(letters[cursor].scalar) {
                    if letters[cursor].scalar == "\n" { paragraph += 1 }
                    cursor += 1
                }
                guard let run = cursor < letters.count ? letters[cursor].run : letters.last?.run else { continue }
                cursor += 1
                if run != last { parts.append(Part(text: "", look: looks[run], ruby: rubies.removeValue(forKey: run))) }
                parts[parts.count - 1].text.unicodeScalars.append(scalar)
                last = run
            }
            return CaptionLine(parts: parts, paragraph: paragraphs.indices.contains(paragraph) ? String(paragraphs[paragraph]) : line)
        }
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\n" }
}
