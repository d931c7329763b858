// SPDX-License-Identifier: Apache-2.0

/// An error in an XML document: thrown if it cannot be read, and otherwise listed in ``MarkupDocument/problems``.
public struct MarkupError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error. More may be added, so match with the static members.
    public struct Code: Hashable, Sendable {
        /// The code's name in reports, such as `document-type`.
        public let name: String
        private init(_ name: String) { self.name = name }
        /// The document has no element.
        public static let empty = Code("empty")
        /// The document exceeds the limits.
        public static let tooLarge = Code("too-large")
        /// The document is not well-formed.
        public static let notWellFormed = Code("not-well-formed")
        /// The document ends before its root element.
        public static let truncated = Code("truncated")
        /// A stray ampersand, a reference to an entity that XML does not predefine, or a stray angle bracket.
        public static let reference = Code("reference")
        /// The end of a CDATA section without a start.
        public static let sectionEnd = Code("section-end")
        /// An attribute without quotes, without a value, or not separated from the one before it.
        public static let attribute = Code("attribute")
        /// A prefix without a namespace declaration.
        public static let prefix = Code("prefix")
        /// Bytes that are invalid in the declared encoding.
        public static let encoding = Code("encoding")
        /// Content before the start or after the end.
        public static let surroundings = Code("surroundings")
        /// A document type declaration; its entities and files are not used.
        public static let documentType = Code("document-type")
    }

    /// The kind of error, to be matched with the static members of ``Code``.
    public let code: Code
    /// The line from 1; 0 for the whole document.
    public let line: Int
    /// The column in characters from 1; 0 for the whole line.
    public let column: Int
    /// What is wrong.
    public let message: String
    /// How the author can fix it.
    public let remedy: String

    public init(_ code: Code, line: Int = 0, column: Int = 0, message: String, remedy: String) {
        self.code = code
        self.line = line
        self.column = column
        self.message = message
        self.remedy = remedy
    }

    public var description: String {
        (line > 0 ? "line \(line)\(column > 0 ? ", column \(column)" : ""): " : "") + "\(message); \(remedy)"
    }
}
