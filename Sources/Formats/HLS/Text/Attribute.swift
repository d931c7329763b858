// SPDX-License-Identifier: Apache-2.0

/// An attribute without a dedicated property (`X-…`, or newer than this library), kept as written.
public struct Attribute: Hashable, Sendable {
    /// The name in upper case, as in `X-TITLE`.
    public var name: String
    /// Without quotes, after variable substitution.
    public var value: String
    /// Whether the value is in quotes, which are not part of ``value``.
    public var isQuoted: Bool

    public init(name: String, value: String, isQuoted: Bool = true) {
        self.name = name
        self.value = value
        self.isQuoted = isQuoted
    }
}
