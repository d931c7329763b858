// SPDX-License-Identifier: Apache-2.0

/// An XML document that was read, and what was wrong with it.
public struct MarkupDocument: Hashable, Sendable {
    public var root: MarkupElement
    /// What was not as XML wants it and was got over, in the order of the document, at most ``MarkupLimits/problems``.
    public var problems: [MarkupError]
    /// Whether it has a document type declaration. Nothing that one declares is used or fetched.
    public var hasDocumentType: Bool

    public init(root: MarkupElement, problems: [MarkupError] = [], hasDocumentType: Bool = false) {
        self.root = root
        self.problems = problems
        self.hasDocumentType = hasDocumentType
    }
}
