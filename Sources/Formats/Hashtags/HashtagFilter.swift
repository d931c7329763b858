// SPDX-License-Identifier: Apache-2.0

/// An expression for the hashtags a video must have: `(and sport (or football tennis))`.
///
/// Tags are compared exactly: case matters, and all are in Unicode's composed form (NFC).
public indirect enum HashtagFilter: Hashable, Sendable {
    /// Without the leading `#`; never empty.
    case tag(String)
    /// Two or more operands.
    case and([HashtagFilter])
    /// Two or more operands.
    case or([HashtagFilter])
    /// An extension: the original expression language has no negation.
    case not(HashtagFilter)

    /// Whether a set of tags satisfies the expression.
    public func matches(_ tags: Set<String>) -> Bool {
        switch self {
        case .tag(let tag): tags.contains(tag)
        case .and(let operands): operands.allSatisfy { $0.matches(tags) }
        case .or(let operands): operands.contains { $0.matches(tags) }
        case .not(let operand): !operand.matches(tags)
        }
    }

    /// All tags in written order, including duplicates.
    public var tags: [String] {
        switch self {
        case .tag(let tag): [tag]
        case .and(let operands), .or(let operands): operands.flatMap(\.tags)
        case .not(let operand): operand.tags
        }
    }
}

extension HashtagFilter {
    /// The maximum size of an expression.
    public struct Limits: Hashable, Sendable {
        /// UTF-8 bytes.
        public var bytes: Int
        /// The nesting depth of parentheses.
        public var depth: Int
        /// The number of tags, including duplicates.
        public var tags: Int

        public init(bytes: Int = 4096, depth: Int = 64, tags: Int = 256) {
            self.bytes = bytes
            self.depth = depth
            self.tags = tags
        }
    }
}
