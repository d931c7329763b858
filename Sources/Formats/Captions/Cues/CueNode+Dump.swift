// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension [CueNode] {
    /// The tree as text, one node per line, in the format of the W3C tests: the elements that WebVTT 7 creates for the nodes, indented
    /// by two spaces a level, with attributes on lines below their element in alphabetical order.
    public var dump: String {
        var text = ""
        write(into: &text, indent: "| ")
        return text
    }

    private func write(into text: inout String, indent: String) {
        for node in self {
            text += indent
            switch node {
            case .text(let part): text += "\"\(part)\"\n"
            case .timestamp(let time): text += "<?timestamp \(CaptionTimeFormat.text(time))>\n"
            case .span(let span):
                text += "<\(span.element)>\n"
                let inner = indent + "  "
                if !span.classes.isEmpty { text += "\(inner)class=\"\(span.classes.joined(separator: " "))\"\n" }
                if span.kind == .language { text += "\(inner)lang=\"\(span.annotation)\"\n" }
                if !span.style.isEmpty { text += "\(inner)style=\"\(span.style.css)\"\n" }
                if span.kind == .voice { text += "\(inner)title=\"\(span.annotation)\"\n" }
                span.children.write(into: &text, indent: inner)
            }
        }
    }
}

extension CueSpan {
    var element: String {
        switch kind {
        case .class, .voice, .language: "span"
        default: kind.rawValue
        }
    }
}
