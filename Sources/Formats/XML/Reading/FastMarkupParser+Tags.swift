// SPDX-License-Identifier: Apache-2.0

/// The byte range of a name, and the position of the colon after its prefix.
struct PlainName {
    var start: Int
    var end: Int
    var colon: Int?

    var local: Range<Int> { (colon.map { $0 + 1 } ?? start)..<end }
}

struct PlainAttribute {
    var name: PlainName
    var value: Range<Int>
    /// Whether the value contains references, or white space other than spaces.
    var isWritten: Bool
}

extension FastMarkupParser {
    static func isNameStart(_ byte: UInt8) -> Bool { (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || byte == 0x5F }

    static func isName(_ byte: UInt8) -> Bool { isNameStart(byte) || (byte >= 0x30 && byte <= 0x39) || byte == 0x2D || byte == 0x2E }

    /// A name of ASCII characters, with or without a prefix that is not reserved by XML.
    mutating func name() -> PlainName? {
        var name = PlainName(start: index, end: index)
        guard Self.isNameStart(byte) else { return nil }
        while index < bytes.count {
            if Self.isName(bytes[index]) {
                index += 1
            } else if bytes[index] == 0x3A, name.colon == nil, Self.isNameStart(byte(1)) {
                name.colon = index
                index += 1
            } else {
                break
            }
        }
        name.end = index
        // libxml2 checks longer ones.
        return byte == 0x3A || name.end - name.start > 1000 ? nil : name
    }

    /// Reads the attributes of a start tag, up to its `>` or `/`.
    mutating func readAttributes(limit: Int) -> Bool {
        attributes.removeAll(keepingCapacity: true)
        while true {
            let isApart = skipBlanks()
            if byte == 0x3E || byte == 0x2F { return true }
            // Each attribute is compared with all before it.
            guard isApart, attributes.count < min(limit, 32), let name = name() else { return false }
            for other in attributes where isSame(other.name.local, name.local) { return false }
            skipBlanks()
            guard byte == 0x3D else { return false }
            index += 1
            skipBlanks()
            guard let attribute = attribute(name) else { return false }
            attributes.append(attribute)
        }
    }

    private func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        left.count == right.count && bytes[left].elementsEqual(bytes[right])
    }

    private mutating func attribute(_ name: PlainName) -> PlainAttribute? {
        let quote = byte
        guard quote == 0x22 || quote == 0x27 else { return nil }
        index += 1
        let start = index
        var isWritten = false
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case quote: return PlainAttribute(name: name, value: start..<index - 1, isWritten: isWritten)
            case 0x26: isWritten = true
            case 0x09: isWritten = true
            case 0x0A:
                isWritten = true
                line += 1
            case 0x3C, 0..<0x20: return nil
            case 0xEF where self.byte == 0xBF && self.byte(1) >= 0xBE: return nil
            default: break
            }
        }
        return nil
    }

    /// The range of an attribute's value, with references resolved and white space normalised (XML 1.0, 3.3.3).
    private mutating func value(_ attribute: PlainAttribute) -> MarkupTree.Run? {
        guard attribute.isWritten else { return .init(attribute.value.lowerBound, attribute.value.upperBound) }
        let start = bytes.count + tree.bytes.count
        var index = attribute.value.lowerBound
        while index < attribute.value.upperBound {
            let byte = bytes[index]
            if byte == 0x26 {
                guard let end = Self.reference(in: bytes, at: index, into: &tree.bytes), end <= attribute.value.upperBound else {
                    return nil
                }
                index = end
            } else {
                tree.bytes.append(byte < 0x20 ? 0x20 : byte)
                index += 1
            }
        }
        return .init(start, bytes.count + tree.bytes.count)
    }

    /// Whether an attribute declares a namespace.
    private func declares(_ name: PlainName) -> Bool {
        let range = name.start..<(name.colon ?? name.end)
        return range.count == 5 && bytes[range.lowerBound] == 0x78 && bytes[range].elementsEqual("xmlns".utf8)
    }

    /// Opens the namespaces declared by the start tag.
    mutating func declareNamespaces() -> Bool {
        for attribute in attributes where declares(attribute.name) {
            let prefix = attribute.name.colon == nil ? 0..<0 : attribute.name.local
            // Others are left to libxml2's checks.
            guard !attribute.isWritten, isPlainAddress(attribute.value), !bytes[prefix].starts(with: "xml".utf8), namespaces.count < 32
            else { return false }
            let name = String(decoding: UnsafeBufferPointer(rebasing: bytes[attribute.value]), as: UTF8.self)
            namespaces.append((prefix, tree.namespace(name)))
        }
        return true
    }

    /// Whether the range is `http://` or `https://` followed by letters, digits, points, hyphens and slashes.
    private func isPlainAddress(_ range: Range<Int>) -> Bool {
        let address = bytes[range]
        let scheme = ["http://", "https://"].first { address.starts(with: $0.utf8) }
        guard let rest = scheme.map({ address.dropFirst($0.utf8.count) }), let first = rest.first, Self.isNameStart(first) else {
            return false
        }
        return rest.allSatisfy { Self.isName($0) || $0 == 0x2F }
    }

    /// Begins an element; nil if a prefix is undeclared.
    mutating func open(_ name: PlainName) -> Int? {
        let first = tree.attributes.count
        for attribute in attributes where !declares(attribute.name) {
            guard let name = treeName(attribute.name), let value = value(attribute) else { return nil }
            tree.attributes.append(.init(name: name, value: value))
        }
        guard var whole = treeName(name) else { return nil }
        if name.colon == nil, let space = namespaces.last(where: { $0.prefix.isEmpty }) { whole.namespace = space.place }
        return tree.open(whole, attributes: .init(first, tree.attributes.count), line: line)
    }

    /// A name with its namespace; nil if its prefix is undeclared.
    private func treeName(_ name: PlainName) -> MarkupTree.Name? {
        let whole = MarkupTree.Run(name.start, name.end)
        guard let colon = name.colon else { return .init(whole: whole) }
        guard let space = namespaces.last(where: { isSame($0.prefix, name.start..<colon) }) else { return nil }
        return .init(whole: whole, prefix: Int32(colon - name.start), namespace: space.place)
    }

    /// Reads the end tag of an element.
    mutating func close(_ name: PlainName) -> Bool {
        index += 2
        let end = index + name.end - name.start
        guard end <= bytes.count, isSame(name.start..<name.end, index..<end) else { return false }
        index = end
        skipBlanks()
        guard byte == 0x3E else { return false }
        index += 1
        return true
    }
}
