// SPDX-License-Identifier: Apache-2.0

/// The text of a WebVTT cue, as runs: italics, bold and underline are kept, other tags leave their words.
struct CaptionMarkup {
    private(set) var runs: [CaptionRun] = []
    private var style = CaptionRun("")
    private var open: [String] = []

    static func runs(of payload: String) -> [CaptionRun] {
        var markup = CaptionMarkup()
        markup.read(Substring(payload))
        return markup.runs
    }

    private mutating func read(_ payload: Substring) {
        var rest = payload
        while let character = rest.first {
            switch character {
            case "<":
                guard let end = rest.firstIndex(of: ">") else { return }
                tag(rest[rest.index(after: rest.startIndex)..<end])
                rest = rest[rest.index(after: end)...]
            case "&":
                let (text, after) = Self.entity(rest)
                add(text)
                rest = after
            default:
                let end = rest.firstIndex { $0 == "<" || $0 == "&" } ?? rest.endIndex
                add(String(rest[..<end]))
                rest = rest[end...]
            }
        }
    }

    private mutating func add(_ text: String) {
        if let last = runs.last, CaptionRun("", isItalic: last.isItalic, isBold: last.isBold, isUnderlined: last.isUnderlined) == style {
            runs[runs.count - 1].text += text
        } else {
            var run = style
            run.text = text
            runs.append(run)
        }
    }

    private mutating func tag(_ tag: Substring) {
        if tag.hasPrefix("/") {
            let name = String(tag.dropFirst())
            if let index = open.lastIndex(of: name) { open.remove(at: index) }
        } else {
            open.append(String(tag.prefix { $0.isLetter }))
        }
        style.isItalic = open.contains("i")
        style.isBold = open.contains("b")
        style.isUnderlined = open.contains("u")
    }

    private static let entities: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "nbsp": "\u{A0}", "lrm": "\u{200E}", "rlm": "\u{200F}",
    ]

    /// What is no known entity is what it says.
    private static func entity(_ rest: Substring) -> (String, Substring) {
        let name = rest.dropFirst().prefix(8).prefix { $0 != ";" }
        guard name.endIndex < rest.endIndex, rest[name.endIndex] == ";", let text = entities[String(name)] else {
            return ("&", rest.dropFirst())
        }
        return (text, rest[rest.index(after: name.endIndex)...])
    }
}
