// SPDX-License-Identifier: Apache-2.0

/// A tag that this library does not know, kept as it stood.
public struct UnknownTag: Hashable, Sendable {
    /// Without the number sign: `EXT-X-CUE-OUT`.
    public var name: String
    /// What follows the colon; nil without a colon.
    public var value: String?
    /// From 1; it says where the tag stood and takes no part in equality.
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
