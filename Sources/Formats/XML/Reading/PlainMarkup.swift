// SPDX-License-Identifier: Apache-2.0

/// Reads what most documents are: well-formed, with no more than elements, text, CDATA sections and comments, in plain names. It takes a
/// third of libxml2's time. Whatever else there is or is wrong, libxml2 reads the whole document and finds out.
struct PlainMarkup {
    let bytes: UnsafeBufferPointer<UInt8>
    private let limits: MarkupLimits
    private let keepsBlankText: Bool
    /// The next byte, and the line that it is on.
    var index = 0
    var line: Int
    private var elements = 0
    /// Its bytes are those that had to be put together; behind the document's own, in the end.
    var tree = MarkupTree()
    /// Of the start tag being read.
    var attributes: [PlainAttribute] = []
    /// Declared for the elements that are open, the innermost last. No prefix is the default's.
    var namespaces: [(prefix: Range<Int>, place: Int32)] = []
    /// Text between two tags: one run of bytes, or several runs and references put together from a place on.
    private var run = 0..<0
    private var joined: Int?

    /// libxml2 takes no longer texts than 10 million bytes.
    private static let longest = 8 << 20

    /// The root of a document in UTF-8, whose first line has a number; nil when it is not plain.
    static func read(_ text: DecodedMarkup, limits: MarkupLimits, keepsBlankText: Bool) -> MarkupElement? {
        guard text.encoding != nil, text.problems.isEmpty, text.bytes.count <= longest else { return nil }
        return text.bytes.withUnsafeBufferPointer { bytes in
            var reader = PlainMarkup(bytes, limits, keepsBlankText, line: 1 + text.dropped.lines)
            guard reader.document() else { return nil }
            reader.tree.bytes = reader.tree.bytes.isEmpty ? text.bytes : text.bytes + reader.tree.bytes
            return MarkupElement(MarkupStorage(reader.tree), 0)
        }
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: MarkupLimits, _ keepsBlankText: Bool, line: Int) {
        self.bytes = bytes
        self.limits = limits
        self.keepsBlankText = keepsBlankText
        self.line = line
        // As many as documents full of markup have.
        tree.nodes.reserveCapacity(bytes.count / 40)
        tree.attributes.reserveCapacity(bytes.count / 60)
    }

    private mutating func document() -> Bool {
        guard skipDeclaration() else { return false }
        skipSurroundings()
        guard byte == 0x3C, element(depth: 1) else { return false }
        skipSurroundings()
        return index == bytes.count
    }

    /// White space and comments before and behind the root.
    private mutating func skipSurroundings() {
        repeat { skipBlanks() } while skipComment()
    }

    /// An element from its `<` on.
    private mutating func element(depth: Int) -> Bool {
        index += 1
        elements += 1
        guard depth <= limits.depth, elements <= limits.elements, let name = name(), readAttributes(limit: limits.attributes) else {
            return false
        }
        let declared = namespaces.count
        guard declareNamespaces(), let place = open(name) else { return false }
        if byte == 0x3E {
            index += 1
            guard content(depth: depth), close(name) else { return false }
        } else {
            guard byte == 0x2F, byte(1) == 0x3E else { return false }
            index += 2
        }
        tree.close(place)
        namespaces.removeLast(namespaces.count - declared)
        return true
    }

    /// What stands in an element, up to its end tag.
    private mutating func content(depth: Int) -> Bool {
        while index < bytes.count {
            switch bytes[index] {
            case 0x3C:
                switch byte(1) {
                case 0x2F:
                    endText()
                    return true
                case 0x21:
                    if skipComment() { continue }
                    guard let run = section() else { return false }
                    append(run)
                default:
                    endText()
                    guard element(depth: depth + 1) else { return false }
                }
            case 0x26:
                join()
                guard let end = Self.reference(in: bytes, at: index, into: &tree.bytes) else { return false }
                index = end
            default:
                guard let run = characters() else { return false }
                append(run)
            }
        }
        return false
    }

    private mutating func append(_ piece: Range<Int>) {
        guard !piece.isEmpty else { return }
        guard joined != nil || !run.isEmpty else {
            run = piece
            return
        }
        join()
        tree.bytes.append(contentsOf: bytes[piece])
    }

    /// What follows is no longer one run of the document.
    private mutating func join() {
        if joined == nil { joined = tree.bytes.count }
        tree.bytes.append(contentsOf: bytes[run])
        run = 0..<0
    }

    private mutating func endText() {
        if let joined {
            let text = tree.bytes[joined...]
            if keepsBlankText || !text.allSatisfy(\.isBlankOfMarkup) {
                tree.append(text: .init(bytes.count + joined, bytes.count + tree.bytes.count))
            }
            self.joined = nil
        } else if !run.isEmpty {
            if keepsBlankText || !bytes[run].allSatisfy(\.isBlankOfMarkup) { tree.append(text: .init(run.lowerBound, run.upperBound)) }
            run = 0..<0
        }
    }
}
