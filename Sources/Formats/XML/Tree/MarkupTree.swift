// SPDX-License-Identifier: Apache-2.0

/// A document's elements and texts in document order. Names and values are byte ranges that become strings only when read, because most
/// of a document is never read.
struct MarkupTree: Sendable {
    /// A range in ``bytes``, or in another array.
    struct Run: Sendable {
        var start: Int32
        var end: Int32

        init(_ start: Int, _ end: Int) {
            self.start = Int32(truncatingIfNeeded: start)
            self.end = Int32(truncatingIfNeeded: end)
        }

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    struct Name: Sendable {
        /// Including the prefix and its colon.
        var whole: Run
        /// The length of the prefix in bytes, without the colon; 0 if there is none.
        var prefix: Int32 = 0
        /// The index in ``namespaces``; -1 for none.
        var namespace: Int32 = -1

        var local: Range<Int> { (prefix == 0 ? Int(whole.start) : Int(whole.start + prefix + 1))..<Int(whole.end) }
    }

    struct Attribute: Sendable {
        var name: Name
        var value: Run
    }

    struct Node: Sendable {
        /// The element's name; for a text node, the text.
        var name: Name
        var isText: Bool
        var line: Int32
        /// The element's range in the tree's attributes.
        var attributes: Run
        /// The index of the first node after this one and its descendants.
        var next: Int32
    }

    /// The document's bytes, followed by assembled texts.
    var bytes: [UInt8] = []
    var nodes: [Node] = []
    var attributes: [Attribute] = []
    private(set) var namespaces: [String] = []
    private var namespacePlaces: [String: Int32] = [:]

    /// Begins an element; ``close(_:)`` ends it.
    mutating func open(_ name: Name, attributes: Run, line: Int) -> Int {
        nodes.append(Node(name: name, isText: false, line: Int32(truncatingIfNeeded: line), attributes: attributes, next: 0))
        return nodes.count - 1
    }

    mutating func close(_ index: Int) { nodes[index].next = Int32(truncatingIfNeeded: nodes.count) }

    mutating func append(text: Run) {
        let next = Int32(truncatingIfNeeded: nodes.count + 1)
        nodes.append(Node(name: Name(whole: text), isText: true, line: 0, attributes: Run(0, 0), next: next))
    }

    mutating func append(bytes new: some Sequence<UInt8>) -> Run {
        let start = bytes.count
        bytes.append(contentsOf: new)
        return Run(start, bytes.count)
    }

    /// The index of a namespace, which is added if new.
    mutating func namespace(_ name: String) -> Int32 {
        if let index = namespacePlaces[name] { return index }
        let index = Int32(truncatingIfNeeded: namespaces.count)
        namespacePlaces[name] = index
        namespaces.append(name)
        return index
    }

    func string(_ range: Range<Int>) -> String {
        bytes.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
    }

    func prefix(_ name: Name) -> String? {
        name.prefix == 0 ? nil : string(Int(name.whole.start)..<Int(name.whole.start + name.prefix))
    }

    func namespace(_ name: Name) -> String? { name.namespace < 0 ? nil : namespaces[Int(name.namespace)] }

    func isEqual(_ range: Range<Int>, _ text: String) -> Bool {
        let text = text.utf8
        return text.count == range.count && bytes[range].elementsEqual(text)
    }

    /// Compares ignoring ASCII case.
    func isSame(_ range: Range<Int>, _ text: StaticString) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            for offset in 0..<range.count {
                let (left, right) = (bytes[range.lowerBound + offset], text.utf8Start[offset])
                guard left == right || (left ^ right == 0x20 && (left | 0x20) >= 0x61 && (left | 0x20) <= 0x7A) else { return false }
            }
            return true
        }
    }

    /// The range without surrounding ASCII white space.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, bytes[start].isBlankOfMarkup { start += 1 }
        while start < end, bytes[end - 1].isBlankOfMarkup { end -= 1 }
        return start..<end
    }
}

extension UInt8 {
    /// Whether it is ASCII white space.
    var isBlankOfMarkup: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }
}

/// Shares a tree between a document's elements.
final class MarkupStorage: Sendable {
    let tree: MarkupTree

    init(_ tree: MarkupTree) { self.tree = tree }
}
