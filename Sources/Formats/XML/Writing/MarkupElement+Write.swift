// SPDX-License-Identifier: Apache-2.0

extension MarkupElement {
    /// The element as XML, with prefixes as written and without namespace declarations.
    public var markup: String {
        var text = ""
        write(to: &text)
        return text
    }

    /// The element's content as XML.
    public var contentMarkup: String {
        content.reduce(into: "") { text, node in
            switch node {
            case .text(let piece): text += piece.escapedForMarkup
            case .element(let element): element.write(to: &text)
            }
        }
    }

    private func write(to text: inout String) {
        let qualified = prefix.map { "\($0):\(name)" } ?? name
        text += "<" + qualified
        for attribute in attributes {
            text += " " + (attribute.prefix.map { "\($0):" } ?? "") + attribute.name + "=\"" + attribute.value.escapedForMarkup + "\""
        }
        guard !content.isEmpty else {
            text += "/>"
            return
        }
        text += ">" + contentMarkup + "</\(qualified)>"
    }
}

extension String {
    /// The string escaped as XML text or attribute value. Characters that XML cannot represent are removed.
    public var escapedForMarkup: String {
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\t", "\n", "\r": escaped.unicodeScalars.append(scalar)
            default: if scalar.value >= 0x20, scalar.value & 0xFFFE != 0xFFFE { escaped.unicodeScalars.append(scalar) }
            }
        }
        return escaped
    }
}
