// SPDX-License-Identifier: Apache-2.0

/// The text of a TTML paragraph, with white space treated as its `xml:space` says (TTML2 8.2.11).
struct TTMLContent {
    private var builder: CueTreeBuilder
    private var plain = ""
    private var isAtLineStart = true
    /// White space that counts only if something follows it on the line.
    private var hasPendingSpace = false

    init(depth: Int) { builder = CueTreeBuilder(depth: depth) }

    mutating func append(_ text: String, preservesSpace: Bool) {
        var run = ""
        if preservesSpace {
            run = text
            if !text.isEmpty { isAtLineStart = false }
        } else {
            for scalar in text.unicodeScalars {
                if scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r" {
                    hasPendingSpace = !isAtLineStart
                } else {
                    if hasPendingSpace { run += " " }
                    hasPendingSpace = false
                    isAtLineStart = false
                    run.unicodeScalars.append(scalar)
                }
            }
        }
        builder.append(run)
        plain += run
    }

    mutating func appendBreak() {
        hasPendingSpace = false
        isAtLineStart = true
        builder.append("\n")
        plain += "\n"
    }

    /// Opens what the style asks for; returns how many spans it took.
    mutating func open(_ values: TTMLStyles.Values, language: String?) -> Int {
        let before = builder.open.count
        switch values["ruby"] {
        case "container": builder.push(CueSpan(kind: .ruby))
        case "text": builder.push(CueSpan(kind: .rubyText))
        default: break
        }
        if let language { builder.push(CueSpan(kind: .language, annotation: language)) }
        let rest = values.declarations.filter { declaration in
            switch (declaration.property, declaration.value) {
            case ("font-style", "italic"), ("font-weight", "bold"), ("text-decoration", "underline"): false
            default: true
            }
        }
        if !rest.isEmpty { builder.push(CueSpan(kind: .class, style: rest)) }
        if values["fontStyle"] == "italic" { builder.push(CueSpan(kind: .italic)) }
        if values["fontWeight"] == "bold" { builder.push(CueSpan(kind: .bold)) }
        if values["textDecoration"] == "underline" { builder.push(CueSpan(kind: .underline)) }
        return builder.open.count - before
    }

    mutating func close(_ count: Int) { for _ in 0..<count { builder.pop() } }

    /// The text without line breaks at its ends, and its tree.
    mutating func finish() -> (text: String, tree: [CueNode]) {
        let tree = builder.finish()
        let isBlank = plain.allSatisfy(\.isWhitespace)
        return isBlank ? ("", []) : (plain, tree)
    }
}
