// SPDX-License-Identifier: Apache-2.0

/// A fast parser for most documents: well-formed, with only elements, text, CDATA sections, comments and plain names. It takes a third
/// of libxml2's time. All other documents, including malformed ones, are read by libxml2.
struct FastMarkupParser {
    let bytes: UnsafeBufferPointer<UInt8>
    private let limits: MarkupLimits
    private let keepsBlankText: Bool
    /// The next byte, and its line.
    var index = 0
    var line: Int
    private var elements = 0
    /// The tree. Its own bytes are those assembled from several ranges; in the end they follow the document's.
    var tree = MarkupTree()
    /// The attributes of the current start tag.
    var attributes: [PlainAttribute] = []
    /// The namespaces declared by open elements, innermost last. An empty prefix is the default namespace.
    var namespaces: [(prefix: Range<Int>, place: Int32)] = []
    /// Text between two tags: one byte range, or several ranges and references assembled from an offset on.
    private var run = 0..<0
    private var joined: Int?

    /// libxml2 accepts texts of at most 10 million bytes.
    private static let maximumBytes = 8 << 20

    /// The root of a document in UTF-8; nil if the document is not plain.
    static func read(_ text: DecodedMarkup, limits: MarkupLimits, keepsBlankText: Bool) -> MarkupElement? {
        guard text.encoding != nil, text.problems.isEmpty, text.bytes.count <= maximumBytes else { return nil }
        return text.bytes.withUnsafeBufferPointer { bytes in
            var reader = FastMarkupParser(bytes, limits, keepsBlankText, line: 1 + text.dropped.lines)
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
        // Typical numbers of nodes and attributes per byte in documents full of markup.
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

    /// Skips white space and comments before and after the root.
    private mutating func skipSurroundings() {
        repeat { skipBlanks() } while skipComment()
    }

    /// Reads an element from its `<`.
    private mutating func element(depth: Int) -> Bool {
        index += 1
        elements += 1
        guard depth <= limits.depth, elements <= limits.elements, let name = name(), readAttributes(limit: limits.attributes) else {
            return false
        }
        let declared = namespaces.count
        guard declareNamespaces(), let node = open(name) else { return false }
        if byte == 0x3E {
            index += 1
            guard content(depth: depth), close(name) else { return false }
        } else {
            guard byte == 0x2F, byte(1) == 0x3E else { return false }
            index += 2
        }
        tree.close(node)
        namespaces.removeLast(namespaces.count - declared)
        return true
    }

    /// Reads the content of an element and its end tag.
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

    /// Starts assembling text, because it is no longer one range of the document.
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
