// SPDX-License-Identifier: Apache-2.0

extension MarkupDocument {
    /// How errors are handled.
    public enum Mode: Hashable, Sendable {
        /// Throws on violations of XML 1.0 or its namespaces.
        case strict
        /// Reads what it can; errors are listed in ``MarkupDocument/problems``.
        case lenient
    }

    /// Reads a document.
    ///
    /// Declared entities are never resolved, document types are skipped, and nothing is fetched. Time and memory are bounded by the limits.
    /// Lenient reading accepts:
    /// - some of HTML's named characters in addition to XML's five entities;
    /// - stray ampersands, angle brackets, entities and section ends, which stay as text;
    /// - attributes without quotes, without a blank before them, or without a value, which is then empty;
    /// - NUL characters, which are removed, and undeclared prefixes;
    /// - unclosed and misnested tags;
    /// - bytes invalid in the declared encoding, which are read as windows-1252;
    /// - text before the first tag or after the last.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8, UTF-16 or UTF-32 with or without byte order mark, or the encoding declared by the document.
    ///   - keepsBlankText: Whether text that is only white space is kept.
    /// - Throws: In strict mode, the first error; in lenient mode, if there is no element or a limit is exceeded.
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
        if let root = FastMarkupParser.read(text, limits: limits, keepsBlankText: keepsBlankText) { return MarkupDocument(root: root) }
        try limits.checkAttributes(of: text.bytes)
        let empty = MarkupBuilder(limits: limits, keepsBlankText: keepsBlankText, linesBefore: text.dropped.lines)
        var builder = empty
        builder.parse(text.bytes, encoding: text.encoding, recovers: mode == .lenient)
        // After a malformed attribute, libxml2 treats empty elements as open and so counts too much depth.
        let isReadable = builder.limitError == nil || builder.problems.contains { $0.code == .attribute }
        if mode == .lenient, isReadable, builder.problems.contains(where: { $0.code != .prefix }) {
            let repaired = RepairedMarkup(text.bytes)
            try limits.checkAttributes(of: repaired.bytes)
            let references = builder.problems.filter { [.reference, .sectionEnd, .attribute].contains($0.code) }
            builder = empty
            builder.parse(repaired.bytes, encoding: text.encoding, recovers: true)
            builder.problems = builder.problems.map(repaired.original) + references
            if let (line, column) = repaired.zero {
                builder.problems.append(
                    MarkupError(.notWellFormed, line: line, column: column, message: "a null character (U+0000)", remedy: "remove it"))
            }
            // Inside a value, it ends libxml2's first pass.
            if let (line, column) = repaired.bracket, !references.contains(where: { $0.line <= line }) {
                builder.problems.append(
                    MarkupError(
                        .reference, line: line, column: column, message: "a < that does not begin a tag", remedy: "write it as &lt;"))
            }
        }
        if let error = builder.limitError { throw error }
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
    static let empty = MarkupError(.empty, message: "the document has no element", remedy: "check that the URL serves XML")

    static func tooLarge(_ what: String, line: Int, column: Int) -> MarkupError {
        MarkupError(.tooLarge, line: line, column: column, message: "the document \(what)", remedy: "serve a smaller one")
    }
}
