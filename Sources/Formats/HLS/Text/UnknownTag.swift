// SPDX-License-Identifier: Apache-2.0

/// A tag without a dedicated property, kept as written.
public struct UnknownTag: Hashable, Sendable {
    /// Without the number sign: `EXT-X-CUE-OUT`.
    public var name: String
    /// The text after the colon; nil without a colon.
    public var value: String?
    /// The line from 1. It is ignored in comparisons.
    public var line: Int

    public init(name: String, value: String? = nil, line: Int = 0) {
        self.name = name
        self.value = value
        self.line = line
    }

    public static func == (left: UnknownTag, right: UnknownTag) -> Bool { left.name == right.name && left.value == right.value }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(value)
    }
}
