// SPDX-License-Identifier: Apache-2.0

/// How much of a document is read; one beyond any of these is refused.
public struct MarkupLimits: Hashable, Sendable {
    /// Of the document as it came.
    public var bytes: Int
    /// Elements inside each other, at most 250.
    public var depth: Int
    public var elements: Int
    /// Of one element.
    public var attributes: Int
    /// How many problems are kept; reading goes on when there are more.
    public var problems: Int

    public init(bytes: Int = 16 << 20, depth: Int = 100, elements: Int = 500_000, attributes: Int = 256, problems: Int = 50) {
        self.bytes = min(bytes, 1 << 30)
        self.depth = min(depth, 250)
        self.elements = elements
        self.attributes = attributes
        self.problems = problems
    }
}
