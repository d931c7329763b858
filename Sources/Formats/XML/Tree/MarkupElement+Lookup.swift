// SPDX-License-Identifier: Apache-2.0

extension MarkupElement {
    /// The elements directly in it.
    public var children: [MarkupElement] {
        content.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// The text directly in it, joined, without white space around it.
    public var text: String {
        if content.count == 1, case .text(let only) = content[0] { return only.trimmedOfWhiteSpace }
        var joined = ""
        for case .text(let piece) in content { joined += piece }
        return joined.trimmedOfWhiteSpace
    }

    /// All text in it and below it in the order of the document, as written.
    public var allText: String {
        content.reduce(into: "") { text, node in
            switch node {
            case .text(let piece): text += piece
            case .element(let element): text += element.allText
            }
        }
    }

    /// The first child of a local name.
    public func first(_ name: String) -> MarkupElement? {
        for case .element(let element) in content where element.name == name { return element }
        return nil
    }

    /// The first element of a local name in the order of the document, itself included.
    public func find(_ name: String) -> MarkupElement? {
        if self.name == name { return self }
        for case .element(let element) in content { if let found = element.find(name) { return found } }
        return nil
    }

    /// Every element of a local name, itself included.
    public func all(_ name: String) -> [MarkupElement] {
        (self.name == name ? [self] : []) + children.flatMap { $0.all(name) }
    }

    /// An attribute's value by its local name, whatever its prefix; the one without a prefix comes first.
    public func attribute(_ name: String) -> String? {
        var other: String?
        for attribute in attributes where attribute.name == name {
            if attribute.prefix == nil { return attribute.value }
            other = other ?? attribute.value
        }
        return other
    }

    /// An attribute's value by local name and namespace; nil is the attribute without one.
    public func attribute(_ name: String, namespace: String?) -> String? {
        attributes.first { $0.name == name && $0.namespace == namespace }?.value
    }
}

extension String {
    /// Without XML's and Unicode's white space at either end.
    var trimmedOfWhiteSpace: String {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }
        let bytes = utf8
        guard let first = bytes.first, let last = bytes.last else { return self }
        if !isBlank(first), !isBlank(last), first < 0x80, last < 0x80 { return self }
        guard let start = bytes.firstIndex(where: { !isBlank($0) }) else { return "" }
        var end = bytes.index(before: bytes.endIndex)
        while isBlank(bytes[end]) { end = bytes.index(before: end) }
        if bytes[start] < 0x80, bytes[end] < 0x80 { return String(self[start...end]) }
        guard let start = unicodeScalars.firstIndex(where: { !$0.properties.isWhitespace }) else { return "" }
        return String(self[start...(unicodeScalars.lastIndex { !$0.properties.isWhitespace } ?? start)])
    }
}
