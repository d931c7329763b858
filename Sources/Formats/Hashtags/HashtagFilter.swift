// SPDX-License-Identifier: Apache-2.0

/// Which hashtags a video must carry: `(and sport (or football tennis))`.
///
/// Tags are compared letter by letter: case matters, and all are in Unicode's composed form (NFC).
public indirect enum HashtagFilter: Hashable, Sendable {
    /// Without the leading `#`; never empty.
    case tag(String)
    /// Two or more operands.
    case and([HashtagFilter])
    /// Two or more operands.
    case or([HashtagFilter])
    /// An extension: the expression language of others has no negation.
    case not(HashtagFilter)

    /// Whether something with these tags is meant.
    public func matches(_ tags: Set<String>) -> Bool {
        switch self {
        case .tag(let tag): tags.contains(tag)
        case .and(let operands): operands.allSatisfy { $0.matches(tags) }
        case .or(let operands): operands.contains { $0.matches(tags) }
        case .not(let operand): !operand.matches(tags)
        }
    }

    /// The tags in the order in which they are written, also those that stand there twice.
    public var tags: [String] {
        switch self {
        case .tag(let tag): [tag]
        case .and(let operands), .or(let operands): operands.flatMap(\.tags)
        case .not(let operand): operand.tags
        }
    }
}

extension HashtagFilter {
    /// What an expression may be at most, whoever wrote it.
    public struct Limits: Hashable, Sendable {
        /// UTF-8 bytes.
        public var bytes: Int
        /// Parentheses inside each other.
        public var depth: Int
        /// Tags, each as often as it is written.
        public var tags: Int

        public init(bytes: Int = 4096, depth: Int = 64, tags: Int = 256) {
            self.bytes = bytes
            self.depth = depth
            self.tags = tags
        }
    }
}
