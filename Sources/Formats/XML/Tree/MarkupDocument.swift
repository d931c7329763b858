// SPDX-License-Identifier: Apache-2.0

/// A parsed XML document, with its problems.
public struct MarkupDocument: Hashable, Sendable {
    /// The outermost element.
    public var root: MarkupElement
    /// Recoverable errors in document order, at most ``MarkupLimits/problems``.
    public var problems: [MarkupError]
    /// Whether it has a document type declaration. Its declarations are not used or fetched.
    public var hasDocumentType: Bool

    public init(root: MarkupElement, problems: [MarkupError] = [], hasDocumentType: Bool = false) {
        self.root = root
        self.problems = problems
        self.hasDocumentType = hasDocumentType
    }
}
