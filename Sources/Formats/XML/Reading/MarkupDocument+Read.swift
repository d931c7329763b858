// SPDX-License-Identifier: Apache-2.0

extension MarkupDocument {
    /// How much is forgiven.
    public enum Mode: Hashable, Sendable {
        /// What breaks XML 1.0 or its namespaces is thrown.
        case strict
        /// What can be understood is read, and what was got over is in ``MarkupDocument/problems``.
        case lenient
    }

    /// Reads a document.
    ///
    /// No entity that a document declares is ever resolved, document types are passed over, and nothing is fetched. Time and memory are
    /// bounded by the limits. Lenient reading knows some names of HTML's characters beside XML's own five, and gets over stray
    /// ampersands, angle brackets, entities and ends of sections (they stay as text), attributes without quotes, without a blank before
    /// them or without a value (which is empty), characters 0 (they are left out), undeclared
    /// prefixes, unclosed and crossed tags, bytes that are not in the encoding named (they are taken as Windows-1252), and what stands
    /// before the first tag or behind the last.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8, UTF-16 or UTF-32 with or without byte order mark, or what the document's own declaration names.
    ///   - keepsBlankText: whether pieces of text that are only white space are kept.
    /// - Throws: the first thing that is wrong, when strict; when lenient, that there is no element or a limit was passed.
    public static func read(
        _ bytes: [UInt8], mode: Mode = .lenient, keepsBlankText: Bool = false, limits: MarkupLimits = MarkupLimits()
    ) throws(MarkupError) -> MarkupDocument {
        guard bytes.count <= limits.bytes else {
            throw .tooLarge("is longer than \(limits.bytes) bytes", line: 0, column: 0)
        }
        var text = DecodedMarkup(bytes)
        if mode == .strict, let problem = text.problems.first { throw problem }
        text.dropSurroundings()
        guard !text.bytes.isEmpty else { throw .empty }
        if mode == .strict, let problem = text.problems.first { throw problem }
        if let root = PlainMarkup.read(text, limits: limits, keepsBlankText: keepsBlankText) { return MarkupDocument(root: root) }
        try limits.checkAttributes(of: text.bytes)
        let empty = MarkupBuilder(limits: limits, keepsBlankText: keepsBlankText, linesBefore: text.dropped.lines)
        var builder = empty
        builder.parse(text.bytes, encoding: text.encoding, recovers: mode == .lenient)
        // Behind a broken attribute libxml2 takes an empty element for an open one, and each of those for deeper.
        let isReadable = builder.excess == nil || builder.problems.contains { $0.code == .attribute }
        if mode == .lenient, isReadable, builder.problems.contains(where: { $0.code != .prefix }) {
            let mended = RepairedMarkup(text.bytes)
            try limits.checkAttributes(of: mended.bytes)
            let references = builder.problems.filter { [.reference, .sectionEnd, .attribute].contains($0.code) }
            builder = empty
            builder.parse(mended.bytes, encoding: text.encoding, recovers: true)
            builder.problems = builder.problems.map(mended.original) + references
            if let (line, column) = mended.zero {
                builder.problems.append(
                    MarkupError(.notWellFormed, line: line, column: column, message: "a character of the number 0", cure: "leave it out"))
            }
            // In a value it ends libxml2's first reading.
            if let (line, column) = mended.bracket, !references.contains(where: { $0.line <= line }) {
                builder.problems.append(
                    MarkupError(.reference, line: line, column: column, message: "a < that begins no tag", cure: "write it as &lt;"))
            }
        }
        if let excess = builder.excess { throw excess }
        let problems = text.problems + builder.problems.sorted { ($0.line, $0.column) < ($1.line, $1.column) }.map(text.original)
        if mode == .strict, let problem = problems.first(where: { $0.code != .documentType }) { throw problem }
        guard let root = builder.root else { throw problems.first { $0.code != .documentType } ?? .empty }
        return MarkupDocument(root: root, problems: Array(problems.prefix(limits.problems)), hasDocumentType: builder.hasDocumentType)
    }
}

extension MarkupLimits {
    fileprivate func checkAttributes(of bytes: [UInt8]) throws(MarkupError) {
        guard let line = AttributeCount.excess(in: bytes, limit: attributes) else { return }
        throw .tooLarge("has an element with more than \(attributes) attributes", line: line, column: 0)
    }
}

extension MarkupError {
    static let empty = MarkupError(.empty, message: "the document has no element", cure: "check that the address serves XML")

    static func tooLarge(_ what: String, line: Int, column: Int) -> MarkupError {
        MarkupError(.tooLarge, line: line, column: column, message: "the document \(what)", cure: "serve a smaller one")
    }
}
