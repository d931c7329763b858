// SPDX-License-Identifier: Apache-2.0

/// The five components of a URI reference (RFC 3986 section 3), split without decoding or validation.
public struct URIComponents: Hashable, Sendable {
    /// Without the colon; nil in a relative reference.
    public var scheme: String?
    /// Host, port and user information, without the slashes; nil if there is none.
    public var authority: String?
    /// May be empty.
    public var path: String
    /// Without the question mark; nil and empty are different.
    public var query: String?
    /// Without the number sign.
    public var fragment: String?

    public init(_ text: String) {
        let utf8 = text.utf8
        var rest = utf8[...]
        if let mark = rest.firstIndex(of: UInt8(ascii: "#")) {
            fragment = String(Substring(rest[rest.index(after: mark)...]))
            rest = rest[..<mark]
        } else {
            fragment = nil
        }
        if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
            query = String(Substring(rest[rest.index(after: mark)...]))
            rest = rest[..<mark]
        } else {
            query = nil
        }
        if let colon = Self.schemeEnd(rest) {
            scheme = String(Substring(rest[..<colon]))
            rest = rest[rest.index(after: colon)...]
        } else {
            scheme = nil
        }
        let slash = UInt8(ascii: "/")
        if rest.starts(with: [slash, slash]) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: slash) ?? rest.endIndex
            authority = String(Substring(rest[..<end]))
            rest = rest[end...]
        } else {
            authority = nil
        }
        path = String(Substring(rest))
    }

    /// The recomposed reference (RFC 3986 5.3).
    public var text: String {
        var text = ""
        if let scheme {
            text += scheme
            text += ":"
        }
        if let authority {
            text += "//"
            text += authority
        }
        text += path
        if let query {
            text += "?"
            text += query
        }
        if let fragment {
            text += "#"
            text += fragment
        }
        return text
    }

    /// The index of the colon after a scheme: a letter, then letters, digits, `+`, `-` and `.`; nil without one.
    private static func schemeEnd(_ text: Substring.UTF8View) -> Substring.UTF8View.Index? {
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            let isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
            let isOther = (byte >= 0x30 && byte <= 0x39) || byte == 0x2B || byte == 0x2D || byte == 0x2E
            if byte == UInt8(ascii: ":") { return index == text.startIndex ? nil : index }
            guard isLetter || (isOther && index != text.startIndex) else { return nil }
            index = text.index(after: index)
        }
        return nil
    }

    func withPath(_ path: String) -> URIComponents {
        var copy = self
        copy.path = path
        return copy
    }
}
