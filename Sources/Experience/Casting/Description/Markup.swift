// SPDX-License-Identifier: Apache-2.0

import CXML

/// An element of an XML document, by its local name: renderers differ in their prefixes.
struct Markup: Hashable, Sendable {
    var name: String
    /// The text directly in it, without white space around it.
    var text: String
    var children: [Markup]

    /// The first child of a name.
    func first(_ name: String) -> Markup? { children.first { $0.name == name } }

    /// The first element of a name in the order of the document, itself included.
    func find(_ name: String) -> Markup? {
        if self.name == name { return self }
        for child in children { if let found = child.find(name) { return found } }
        return nil
    }

    /// Every element of a name, itself included.
    func all(_ name: String) -> [Markup] { (self.name == name ? [self] : []) + children.flatMap { $0.all(name) } }
}

extension Markup {
    static let maximumBytes = 1 << 20
    static let maximumDepth = 24
    static let maximumElements = 5000

    /// Reads a document. Entities are not resolved and nothing is fetched: a document that defines any is refused.
    ///
    /// - Parameter place: the address it came from, for the error.
    static func parse(_ bytes: [UInt8], from place: String) throws(CastingError) -> Markup {
        guard bytes.count <= maximumBytes else { throw .malformed("it is longer than \(maximumBytes) bytes", at: place) }
        _ = library
        let options = Int32(
            XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue | XML_PARSE_NOCDATA.rawValue)
        let document = bytes.withUnsafeBytes { bytes in
            xmlReadMemory(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), nil, nil, options)
        }
        guard let document else { throw .malformed("it is not well-formed XML", at: place) }
        defer { xmlFreeDoc(document) }
        guard document.pointee.intSubset == nil else { throw .malformed("it has a document type of its own", at: place) }
        guard let root = xmlDocGetRootElement(document) else { throw .malformed("it is empty", at: place) }
        var room = maximumElements
        guard let markup = Markup(root, depth: maximumDepth, room: &room) else {
            throw .malformed("it has more than \(maximumElements) elements, or \(maximumDepth) inside each other", at: place)
        }
        return markup
    }

    private static let library: Void = xmlInitParser()

    private init?(_ node: xmlNodePtr, depth: Int, room: inout Int) {
        room -= 1
        guard depth > 0, room >= 0 else { return nil }
        name = node.pointee.name.map { String(cString: $0) } ?? ""
        children = []
        var text = ""
        var next = node.pointee.children
        while let child = next {
            next = child.pointee.next
            if child.pointee.type == XML_ELEMENT_NODE {
                guard let markup = Markup(child, depth: depth - 1, room: &room) else { return nil }
                children.append(markup)
            } else if child.pointee.type == XML_TEXT_NODE, let content = child.pointee.content {
                text += String(cString: content)
            }
        }
        self.text = text.trimmed
    }
}

extension String {
    /// Without white space at either end.
    var trimmed: String {
        let rest = drop { $0.isWhitespace }
        return String(rest[..<(rest.lastIndex { !$0.isWhitespace }.map(rest.index(after:)) ?? rest.startIndex)])
    }

    /// As the text of an XML element or attribute. What XML can't hold at all is left out.
    var escapedForMarkup: String {
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
