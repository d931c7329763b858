// SPDX-License-Identifier: Apache-2.0

/// A document's elements and texts, one behind the other in its order. Names and values are places in its bytes and become strings when
/// somebody reads them: of most documents most is never read.
struct MarkupTree: Sendable {
    /// A place in ``bytes``, or in another list.
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
        /// With the prefix and its colon.
        var whole: Run
        /// Bytes of the prefix, without the colon; 0 when there is none.
        var prefix: Int32 = 0
        /// Where it is among the namespaces, -1 for none.
        var namespace: Int32 = -1

        var local: Range<Int> { (prefix == 0 ? Int(whole.start) : Int(whole.start + prefix + 1))..<Int(whole.end) }
    }

    struct Attribute: Sendable {
        var name: Name
        var value: Run
    }

    struct Node: Sendable {
        /// Of a text, the text itself.
        var name: Name
        var isText: Bool
        var line: Int32
        /// Those of an element, among the attributes.
        var attributes: Run
        /// The first node that is not in it.
        var next: Int32
    }

    /// The document's, or what was put together from it.
    var bytes: [UInt8] = []
    var nodes: [Node] = []
    var attributes: [Attribute] = []
    private(set) var namespaces: [String] = []
    private var namespacePlaces: [String: Int32] = [:]

    /// Begins an element, whose end is told later.
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

    /// Where a namespace is, which is added where it is new.
    mutating func namespace(_ name: String) -> Int32 {
        if let place = namespacePlaces[name] { return place }
        let place = Int32(truncatingIfNeeded: namespaces.count)
        namespacePlaces[name] = place
        namespaces.append(name)
        return place
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

    /// Of ASCII letters the case does not matter.
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

    /// Without ASCII white space at either end.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, bytes[start].isBlankOfMarkup { start += 1 }
        while start < end, bytes[end - 1].isBlankOfMarkup { end -= 1 }
        return start..<end
    }
}

extension UInt8 {
    /// ASCII's white space.
    var isBlankOfMarkup: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }
}

/// Shared by the elements of a document.
final class MarkupStorage: Sendable {
    let tree: MarkupTree

    init(_ tree: MarkupTree) { self.tree = tree }
}
