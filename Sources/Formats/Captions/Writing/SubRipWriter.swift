// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Writes SubRip with widely supported tags: `b`, `i`, `u`, `s`, `font`, and `{\an…}` for the position.
struct SubRipWriter {
    private let document: CaptionDocument
    private var losses = LossList()
    private var index = 0

    init(_ document: CaptionDocument) { self.document = document }

    mutating func write() -> CaptionWriting {
        var text = ""
        if !document.styleSheets.isEmpty { losses.add("a style sheet", cue: 0) }
        for cue in document.cues {
            index += 1
            if !cue.id.isEmpty, cue.id != String(index) { losses.add("an id", cue: index) }
            if cue.start.value < 0 || cue.end.value < 0 { losses.add("a negative time", cue: index) }
            if cue.layer != 0 { losses.add("a layer", cue: index) }
            if cue.image != nil { losses.add("an image", cue: index) }
            if cue.isForced { losses.add("the forced flag of a cue", cue: index) }
            text +=
                "\(index)\n\(CaptionTimeFormat.text(cue.start, separator: ",")) --> \(CaptionTimeFormat.text(cue.end, separator: ","))\n"
            text += position(of: cue)
            var payload = ""
            let tree = cue.style.isEmpty ? cue.tree : [.span(CueSpan(kind: .class, style: cue.style, children: cue.tree))]
            write(tree, into: &payload)
            let lines = payload.split(separator: "\n", omittingEmptySubsequences: false)
            let kept = lines.filter { !$0.isEmpty }
            if kept.count < lines.count, !payload.isEmpty { losses.add("a blank line in a text", cue: index) }
            for line in kept { text += line.replacing("-->", with: "->") + "\n" }
            text += "\n"
        }
        return CaptionWriting(bytes: Array(text.utf8), losses: losses.errors(in: "SubRip"))
    }

    /// The nearest of the nine positions.
    private mutating func position(of cue: Cue) -> String {
        let settings = cue.settings
        if cue.region != nil { losses.add("a region", cue: index) }
        if settings.vertical != .horizontal { losses.add("vertical text", cue: index) }
        if settings.size != 100 { losses.add("a size", cue: index) }
        var row = 0
        if let line = settings.line {
            if settings.snapToLines {
                row = line < 0 || line > 12 ? 0 : line > 5 ? 1 : 2
                if line != 0, line != -1 { losses.add("an exact line", cue: index) }
            } else {
                row = line < 34 ? 2 : line < 67 ? 1 : 0
                if line != 0, line != 100, !(line == 50 && settings.lineAlignment == .center) { losses.add("an exact line", cue: index) }
            }
        }
        var column = 1
        switch settings.alignment {
        case .left, .start: column = 0
        case .right, .end: column = 2
        case .center: break
        }
        if let position = settings.position {
            if column == 1 { column = position < 34 ? 0 : position < 67 ? 1 : 2 }
            losses.add("an exact position", cue: index)
        }
        let number = row * 3 + column + 1
        return number == 2 ? "" : "{\\an\(number)}"
    }

    private mutating func write(_ nodes: [CueNode], into text: inout String) {
        for node in nodes {
            switch node {
            case .text(let part): text += part
            case .timestamp: losses.add("a timestamp in a text", cue: index)
            case .span(let span): write(span, into: &text)
            }
        }
    }

    private mutating func write(_ span: CueSpan, into text: inout String) {
        var open = ""
        var close = ""
        func tag(_ name: String, _ attributes: String = "") {
            open += "<\(name)\(attributes)>"
            close = "</\(name)>" + close
        }
        switch span.kind {
        case .bold: tag("b")
        case .italic: tag("i")
        case .underline: tag("u")
        case .voice: losses.add("the speaker", cue: index)
        case .language: losses.add("a language", cue: index)
        case .rubyText:
            losses.add("ruby markup (the text is in parentheses)", cue: index)
            open = "("
            close = ")"
        case .class, .ruby: break
        }
        var font = ""
        for name in span.classes {
            if let colour = Self.colours[name] { font += " color=\"\(colour)\"" } else { losses.add("a class", cue: index) }
        }
        for declaration in span.style {
            switch declaration.property {
            case "color":
                // Players support only six digits.
                let isSeeThrough = declaration.value.hasPrefix("#") && declaration.value.utf8.count == 9
                if isSeeThrough { losses.add("the opacity of a colour", cue: index) }
                font += " color=\"\(declaration.value.prefix(isSeeThrough ? 7 : declaration.value.count))\""
            case "font-family": font += " face=\"\(declaration.value.replacing("\"", with: ""))\""
            case "font-size":
                if let size = Self.size(declaration.value) {
                    font += " size=\"\(size)\""
                } else {
                    losses.add("a font size", cue: index)
                }
            case "text-decoration" where declaration.value == "line-through": tag("s")
            case "font-style" where declaration.value == "italic": tag("i")
            case "font-weight" where declaration.value == "bold": tag("b")
            case "text-decoration" where declaration.value == "underline": tag("u")
            default: losses.add("the style \(declaration.property)", cue: index)
            }
        }
        if !font.isEmpty { tag("font", font) }
        text += open
        write(span.children, into: &text)
        text += close
    }

    /// A font size in lines of the default SubRip frame; nil if it is not a share of the height.
    private static func size(_ value: String) -> Int? {
        guard value.hasSuffix("vh"), let share = Double(value.dropLast(2)), share > 0, share <= 100 else { return nil }
        // Smaller numbers would be read as HTML font sizes.
        return max(Int((share * SubRipDefaultFrame.height / 100).rounded()), 8)
    }

    private static let colours = [
        "white": "#ffffff", "lime": "#00ff00", "cyan": "#00ffff", "red": "#ff0000", "yellow": "#ffff00", "magenta": "#ff00ff",
        "blue": "#0000ff", "black": "#000000",
    ]
}
