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
        var text = ""
        writeContent(to: &text)
        return text
    }

    private func writeContent(to text: inout String) {
        for node in content {
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
            text += " " + (attribute.prefix.map { "\($0):" } ?? "") + attribute.name + "=\"" + attribute.value.escapedForAttribute + "\""
        }
        guard !content.isEmpty else {
            text += "/>"
            return
        }
        text += ">"
        writeContent(to: &text)
        text += "</\(qualified)>"
    }
}

extension String {
    /// The string escaped as XML text, also in an attribute value if line feeds and tabs may become spaces there. Characters that XML
    /// cannot represent are removed.
    public var escapedForMarkup: String { escaped(inAttribute: false) }

    /// The string escaped as the value of an attribute in quotation marks. Reading turns white space there into spaces, except where it is
    /// written as references (XML 1.0, 3.3.3).
    package var escapedForAttribute: String { escaped(inAttribute: true) }

    private func escaped(inAttribute isAttribute: Bool) -> String {
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            // Also in text, where reading turns it into a line feed (2.11).
            case "\r": escaped += "&#13;"
            case "\n" where isAttribute: escaped += "&#10;"
            case "\t" where isAttribute: escaped += "&#9;"
            case "\t", "\n": escaped.unicodeScalars.append(scalar)
            default: if scalar.value >= 0x20, scalar.value & 0xFFFE != 0xFFFE { escaped.unicodeScalars.append(scalar) }
            }
        }
        return escaped
    }
}
