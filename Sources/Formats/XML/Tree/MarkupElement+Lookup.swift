// SPDX-License-Identifier: Apache-2.0

extension MarkupElement {
    /// The indices of the child nodes in the tree.
    var positions: [Int] {
        var positions: [Int] = []
        var position = index + 1
        while position < node.next {
            positions.append(position)
            position = Int(tree.nodes[position].next)
        }
        return positions
    }

    /// The child elements.
    public var children: [MarkupElement] { Array(elements) }

    /// The text of the direct text nodes, joined and trimmed.
    public var text: String {
        let first = index + 1
        if first == node.next { return "" }
        if tree.nodes[first].isText, tree.nodes[first].next == node.next {
            let range = tree.trimmed(tree.nodes[first].name.whole.range)
            guard let start = range.first, let end = range.last else { return "" }
            let text = tree.string(range)
            return tree.bytes[start] | tree.bytes[end] < 0x80 ? text : text.trimmedOfWhiteSpace
        }
        var joined = ""
        for index in positions where tree.nodes[index].isText { joined += tree.string(tree.nodes[index].name.whole.range) }
        return joined.trimmedOfWhiteSpace
    }

    /// The text of all descendants in document order, as written.
    public var allText: String {
        tree.nodes[index..<Int(node.next)].reduce(into: "") { text, node in
            if node.isText { text += tree.string(node.name.whole.range) }
        }
    }

    /// The first child element with a local name.
    public func first(_ name: String) -> MarkupElement? {
        for element in elements where tree.isEqual(element.node.name.local, name) { return element }
        return nil
    }

    /// The first element with a local name in document order, including itself.
    public func find(_ name: String) -> MarkupElement? {
        for position in index..<Int(node.next) where !tree.nodes[position].isText {
            if tree.isEqual(tree.nodes[position].name.local, name) { return MarkupElement(storage, position) }
        }
        return nil
    }

    /// All elements with a local name, including itself.
    public func all(_ name: String) -> [MarkupElement] {
        (index..<Int(node.next)).filter { !tree.nodes[$0].isText && tree.isEqual(tree.nodes[$0].name.local, name) }
            .map { MarkupElement(storage, $0) }
    }

    /// The value of an attribute by local name, with any prefix; one without a prefix is preferred.
    public func attribute(_ name: String) -> String? {
        var other: MarkupTree.Attribute?
        for index in node.attributes.range where tree.isEqual(tree.attributes[index].name.local, name) {
            let attribute = tree.attributes[index]
            if attribute.name.prefix == 0 { return tree.string(attribute.value.range) }
            other = other ?? attribute
        }
        return other.map { tree.string($0.value.range) }
    }

    /// The value of an attribute by local name and namespace; nil finds the attribute without a namespace.
    public func attribute(_ name: String, namespace: String?) -> String? {
        for index in node.attributes.range {
            let attribute = tree.attributes[index]
            if tree.isEqual(attribute.name.local, name), tree.namespace(attribute.name) == namespace {
                return tree.string(attribute.value.range)
            }
        }
        return nil
    }
}

extension String {
    /// The text without surrounding XML or Unicode white space.
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
