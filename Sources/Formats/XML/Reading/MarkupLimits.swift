// SPDX-License-Identifier: Apache-2.0

/// Limits for reading; documents beyond them are rejected.
public struct MarkupLimits: Hashable, Sendable {
    /// The size of the original document.
    public var bytes: Int
    /// The nesting depth of elements, at most 250.
    public var depth: Int
    /// The maximum number of elements in a document.
    public var elements: Int
    /// The maximum number of attributes per element.
    public var attributes: Int
    /// The maximum number of problems kept; reading continues beyond it.
    public var problems: Int

    public init(bytes: Int = 16 << 20, depth: Int = 100, elements: Int = 500_000, attributes: Int = 256, problems: Int = 50) {
        self.bytes = min(bytes, 1 << 30)
        self.depth = min(depth, 250)
        self.elements = elements
        self.attributes = attributes
        self.problems = problems
    }
}
