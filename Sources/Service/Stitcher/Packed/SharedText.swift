// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Text of which many sessions send parts.
final class SharedText: Sendable {
    let bytes: [UInt8]
    private let packed = Mutex<[Range<Int>: DeflatedPart]>([:])
    /// If sessions have breaks at different positions, there may be many distinct parts, so the cache is cleared at this size.
    private static let mostParts = 1024

    init(_ bytes: [UInt8]) { self.bytes = bytes }
    convenience init(_ text: String) { self.init(Array(text.utf8)) }

    var count: Int { bytes.count }
    var whole: TextPart { self[0..<bytes.count] }
    subscript(range: Range<Int>) -> TextPart { TextPart(bytes[range], of: self) }

    /// The number of compressed parts in the cache.
    var packedCount: Int { packed.withLock { $0.count } }

    fileprivate func packed(_ range: Range<Int>) -> DeflatedPart {
        if let part = packed.withLock({ $0[range] }) { return part }
        // Outside the lock; concurrent callers may do the same work twice.
        let part = DeflatedPart(compressing: bytes[range])
        packed.withLock {
            if $0.count >= Self.mostParts { $0.removeAll() }
            $0[range] = part
        }
        return part
    }
}

/// A part of a response, with its compressed form, which sessions share where possible.
public struct TextPart: Sendable {
    public let bytes: ArraySlice<UInt8>
    private let text: SharedText?

    fileprivate init(_ bytes: ArraySlice<UInt8>, of text: SharedText) { (self.bytes, self.text) = (bytes, text) }

    /// Text that only one session sends.
    public init(_ bytes: [UInt8]) { (self.bytes, text) = (bytes[...], nil) }

    /// Whether its compressed form is shared with other sessions.
    public var isShared: Bool { text != nil }
    var packed: DeflatedPart { text?.packed(bytes.indices) ?? DeflatedPart(stored: bytes) }
}
