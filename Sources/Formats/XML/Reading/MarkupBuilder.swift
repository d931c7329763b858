// SPDX-License-Identifier: Apache-2.0

/// Builds the tree from a parser's events, within the limits.
struct MarkupBuilder {
    let limits: MarkupLimits
    let keepsBlankText: Bool
    /// The number of lines removed before parsing.
    let linesBefore: Int
    private var tree = MarkupTree()
    var problems: [MarkupError] = []
    /// The exceeded limit; events after it are ignored.
    private(set) var limitError: MarkupError?
    var hasDocumentType = false
    private var open: [Int] = []
    private var text: [UInt8] = []
    private var elements = 0
    /// Namespace indices by pointer: libxml2 interns names, so the address identifies them.
    private var namespaces: [UnsafePointer<UInt8>: Int32] = [:]

    /// The root element.
    var root: MarkupElement? { tree.nodes.isEmpty ? nil : MarkupElement(MarkupStorage(tree), 0) }

    init(limits: MarkupLimits, keepsBlankText: Bool, linesBefore: Int) {
        self.limits = limits
        self.keepsBlankText = keepsBlankText
        self.linesBefore = linesBefore
    }

    /// - Returns: Whether parsing continues.
    mutating func start(_ name: MarkupTree.Name, attributes: [MarkupTree.Attribute], line: Int) -> Bool {
        flushText()
        elements += 1
        if open.count >= limits.depth {
            limitError = .tooLarge("has elements nested more than \(limits.depth) levels deep", line: line, column: 0)
        } else if elements > limits.elements {
            limitError = .tooLarge("has more than \(limits.elements) elements", line: line, column: 0)
        } else if attributes.count > limits.attributes {
            limitError = .tooLarge("has an element with more than \(limits.attributes) attributes", line: line, column: 0)
        }
        guard limitError == nil else { return false }
        let first = tree.attributes.count
        tree.attributes.append(contentsOf: attributes)
        open.append(tree.open(name, attributes: .init(first, tree.attributes.count), line: line))
        return true
    }

    mutating func end() {
        flushText()
        if let node = open.popLast() { tree.close(node) }
    }

    /// Stores a name in the tree.
    mutating func name(_ local: UnsafePointer<UInt8>?, _ prefix: UnsafePointer<UInt8>?, _ namespace: UnsafePointer<UInt8>?)
        -> MarkupTree.Name
    {
        let start = tree.bytes.count
        var length = 0
        if let prefix {
            length = append(prefix)
            tree.bytes.append(0x3A)
        }
        if let local { _ = append(local) }
        return MarkupTree.Name(
            whole: .init(start, tree.bytes.count), prefix: Int32(truncatingIfNeeded: length),
            namespace: namespace.map { index(of: $0) } ?? -1)
    }

    private mutating func index(of namespace: UnsafePointer<UInt8>) -> Int32 {
        if let index = namespaces[namespace] { return index }
        let index = tree.namespace(String(cString: namespace))
        namespaces[namespace] = index
        return index
    }

    private mutating func append(_ text: UnsafePointer<UInt8>) -> Int {
        var length = 0
        while text[length] != 0 { length += 1 }
        tree.bytes.append(contentsOf: UnsafeBufferPointer(start: text, count: length))
        return length
    }

    mutating func value(_ bytes: some Sequence<UInt8>) -> MarkupTree.Run { tree.append(bytes: bytes) }

    mutating func characters(_ bytes: UnsafeBufferPointer<UInt8>) { text.append(contentsOf: bytes) }

    mutating func note(_ problem: MarkupError) {
        guard problems.count < limits.problems else { return }
        problems.append(problem)
    }

    /// Closes elements left open by the document.
    mutating func finish() { while !open.isEmpty { end() } }

    private mutating func flushText() {
        guard !text.isEmpty else { return }
        defer { text.removeAll(keepingCapacity: true) }
        guard !open.isEmpty else { return }
        if !keepsBlankText, text.allSatisfy(\.isBlankOfMarkup) { return }
        // Text repaired by libxml2 may still be invalid UTF-8.
        tree.append(text: tree.append(bytes: String(decoding: text, as: UTF8.self).utf8))
    }
}
