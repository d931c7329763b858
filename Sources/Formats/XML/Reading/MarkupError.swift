// SPDX-License-Identifier: Apache-2.0

/// What is wrong with an XML document: thrown when it can't be read, a value beside it when it can.
public struct MarkupError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing is wrong; more may come, so match with the static members.
    public struct Code: Hashable, Sendable {
        public let name: String
        private init(_ name: String) { self.name = name }
        /// There is no element in it.
        public static let empty = Code("empty")
        /// It is longer, deeper or fuller than the limits allow.
        public static let tooLarge = Code("too-large")
        /// It does not keep to the grammar.
        public static let notWellFormed = Code("not-well-formed")
        /// It ends before its root element does.
        public static let truncated = Code("truncated")
        /// An ampersand that begins no reference, or one to an entity that XML does not define itself; an angle bracket that begins no tag.
        public static let reference = Code("reference")
        /// The end of a CDATA section that did not begin.
        public static let sectionEnd = Code("section-end")
        /// An attribute whose value has no quotes, that has no value, or that is not apart from the one before it.
        public static let attribute = Code("attribute")
        /// A prefix that no namespace is declared for.
        public static let prefix = Code("prefix")
        /// Its bytes are not in the encoding that it names.
        public static let encoding = Code("encoding")
        /// Something stands before its beginning or behind its end.
        public static let surroundings = Code("surroundings")
        /// It declares a document type, whose entities and files are not used.
        public static let documentType = Code("document-type")
    }

    public let code: Code
    /// From 1; 0 means the document as a whole.
    public let line: Int
    /// In characters from 1; 0 means the line as a whole.
    public let column: Int
    public let message: String
    /// What its author can do.
    public let cure: String

    public init(_ code: Code, line: Int = 0, column: Int = 0, message: String, cure: String) {
        self.code = code
        self.line = line
        self.column = column
        self.message = message
        self.cure = cure
    }

    public var description: String {
        (line > 0 ? "line \(line)\(column > 0 ? ", column \(column)" : ""): " : "") + "\(message); \(cure)"
    }
}
