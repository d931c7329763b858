// SPDX-License-Identifier: Apache-2.0

/// A piece of HTML that can be created only from escaped text or from literals in our own code.
///
/// A string literal is markup; an interpolated string is text, in which `& < > " '` are escaped so that it can't end an element or a quoted
/// attribute. Interpolated HTML is inserted unchanged.
///
///     let page: HTML = "<p title=\"\(caption)\">\(caption)</p>"
public struct HTML: Sendable, Equatable, ExpressibleByStringInterpolation, CustomStringConvertible {
    public private(set) var description: String

    public init(stringLiteral value: String) { description = value }

    public init(stringInterpolation: StringInterpolation) { description = stringInterpolation.markup }

    /// Escaped text.
    public init(text: String) { description = HTML.escaped(text) }

    public static func + (one: HTML, other: HTML) -> HTML {
        var whole = one
        whole.description += other.description
        return whole
    }

    static func escaped(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            // HTML can't represent these characters; browsers treat them as parse errors.
            case "\u{0}"..."\u{8}", "\u{B}", "\u{E}"..."\u{1F}", "\u{7F}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    public struct StringInterpolation: StringInterpolationProtocol {
        var markup = ""

        public init(literalCapacity: Int, interpolationCount: Int) { markup.reserveCapacity(literalCapacity + interpolationCount * 16) }

        public mutating func appendLiteral(_ literal: String) { markup += literal }
        public mutating func appendInterpolation(_ text: String) { markup += HTML.escaped(text) }
        public mutating func appendInterpolation(_ number: Int) { markup += String(number) }
        public mutating func appendInterpolation(_ part: HTML) { markup += part.description }
        public mutating func appendInterpolation(_ part: HTML?) { markup += part?.description ?? "" }
        public mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { markup += part.description } }
    }
}
