// SPDX-License-Identifier: Apache-2.0

/// A playlist variable (EXT-X-DEFINE, RFC 8216bis 4.4.2.3). References to it are already replaced in all other values.
public struct Definition: Hashable, Sendable {
    /// Where the value comes from.
    public enum Source: UInt8, Hashable, Sendable {
        /// NAME and VALUE.
        case written
        /// IMPORT: taken from the multivariant playlist.
        case imported
        /// QUERYPARAM: taken from the playlist's URL.
        case queryParameter
    }
    /// The name that `{$name}` refers to.
    public var name: String
    /// The value at parsing time; empty if it was not found.
    public var value: String
    /// Where the value comes from.
    public var source: Source

    public init(name: String, value: String, source: Source = .written) {
        self.name = name
        self.value = value
        self.source = source
    }
}
