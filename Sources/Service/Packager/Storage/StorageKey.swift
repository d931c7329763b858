// SPDX-License-Identifier: Apache-2.0

/// The name of an object: components of letters, digits, `-`, `_` and `.`, separated by slashes, none of them `.` or `..`.
///
/// No store needs to quote such a name, and it can't lead out of a folder.
public struct StorageKey: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let text: String

    /// - Returns: nil for an invalid name, or one of more than 512 bytes.
    public init?(_ text: String) {
        guard (1...512).contains(text.utf8.count) else { return nil }
        for part in text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard (1...255).contains(part.count), part.allSatisfy(Self.isAllowed) else { return nil }
            if part.allSatisfy({ $0 == UInt8(ascii: ".") }) { return nil }
        }
        self.text = text
    }

    /// The key of a name below this one; nil if it would be invalid.
    public func appending(_ rest: String) -> StorageKey? { StorageKey("\(text)/\(rest)") }
    public func isBelow(_ other: StorageKey) -> Bool { text.hasPrefix(other.text + "/") }
    public var description: String { text }
    public static func < (left: Self, right: Self) -> Bool { left.text.utf8.lexicographicallyPrecedes(right.text.utf8) }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: false
        }
    }
}
