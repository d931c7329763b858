// SPDX-License-Identifier: Apache-2.0

/// An attribute without a dedicated property (`X-…`, or newer than this library), kept as written.
public struct Attribute: Hashable, Sendable {
    public var name: String
    /// Without quotes, after variable substitution.
    public var value: String
    public var isQuoted: Bool

    public init(name: String, value: String, isQuoted: Bool = true) {
        self.name = name
        self.value = value
        self.isQuoted = isQuoted
    }
}
