// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Bytes of which many sessions send parts.
final class SharedText: Sendable {
    let bytes: [UInt8]
    private let packed = Mutex<[Range<Int>: DeflatedPart]>([:])
    /// Breaks that each session has elsewhere cut everywhere: what was packed then is forgotten rather than kept for ever.
    private static let mostParts = 1024

    init(_ bytes: [UInt8]) { self.bytes = bytes }
    convenience init(_ text: String) { self.init(Array(text.utf8)) }

    var count: Int { bytes.count }
    var whole: TextPart { self[0..<bytes.count] }
    subscript(range: Range<Int>) -> TextPart { TextPart(bytes[range], of: self) }

    /// How many parts are kept packed.
    var packedCount: Int { packed.withLock { $0.count } }

    fileprivate func packed(_ range: Range<Int>) -> DeflatedPart {
        if let part = packed.withLock({ $0[range] }) { return part }
        // Not while others wait; two who come at once do the same.
        let part = DeflatedPart(compressing: bytes[range])
        packed.withLock {
            if $0.count >= Self.mostParts { $0.removeAll() }
            $0[range] = part
        }
        return part
    }
}

/// A part of what is sent, as it is, and as it is when it is packed, which is done once where sessions share it.
public struct TextPart: Sendable {
    public let bytes: ArraySlice<UInt8>
    private let text: SharedText?

    fileprivate init(_ bytes: ArraySlice<UInt8>, of text: SharedText) { (self.bytes, self.text) = (bytes, text) }

    /// What one session sends alone.
    public init(_ bytes: [UInt8]) { (self.bytes, text) = (bytes[...], nil) }

    /// Packing it costs nothing, because others have had it packed or will.
    public var isShared: Bool { text != nil }
    var packed: DeflatedPart { text?.packed(bytes.indices) ?? DeflatedPart(stored: bytes) }
}
