// SPDX-License-Identifier: Apache-2.0

import CZlib

/// Data compressed as DEFLATE blocks (RFC 1951) that end at a byte boundary and don't refer to earlier data, so that concatenated parts are
/// the compressed form of the concatenated data.
public struct DeflatedPart: Sendable {
    /// None of them is marked as the last one.
    let blocks: [UInt8]
    /// The CRC-32 of the uncompressed data (RFC 1952 2.3.1).
    let checksum: UInt32
    let count: Int
    /// zlib's operator for combining a preceding checksum with this part's.
    private let shift: UInt

    private init(_ bytes: ArraySlice<UInt8>, blocks: [UInt8]) {
        self.blocks = blocks
        count = bytes.count
        checksum = UInt32(truncatingIfNeeded: bytes.withUnsafeBufferPointer { crc32_z(0, $0.baseAddress, $0.count) })
        shift = UInt(crc32_combine_gen(bytes.count))
    }

    /// For data that is sent only once: stored without compression.
    init(stored bytes: ArraySlice<UInt8>) {
        var blocks: [UInt8] = []
        blocks.reserveCapacity(bytes.count + 5)
        var rest = bytes
        while !rest.isEmpty {
            let part = rest.prefix(0xFFFF)
            let (low, high) = (UInt8(truncatingIfNeeded: part.count), UInt8(part.count >> 8))
            blocks += [0, low, high, ~low, ~high]
            blocks += part
            rest = rest.dropFirst(part.count)
        }
        self.init(bytes, blocks: blocks)
    }

    /// - Parameter level: zlib's level, from 1 to 9.
    init(compressing bytes: ArraySlice<UInt8>, level: Int32 = Z_BEST_COMPRESSION) {
        var stream = z_stream()
        // Without the zlib header, which belongs to a complete stream.
        let raw = -MAX_WBITS
        guard !bytes.isEmpty, bytes.count <= Self.maximumBytes,
            deflateInit2_(
                &stream, level, Z_DEFLATED, raw, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else {
            self.init(stored: bytes)
            return
        }
        defer { deflateEnd(&stream) }
        let capacity = Int(deflateBound(&stream, UInt(bytes.count))) + 16
        var isWhole = false
        let blocks = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
            bytes.withUnsafeBufferPointer { input in
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(capacity)
                isWhole = deflate(&stream, Z_FULL_FLUSH) == Z_OK && stream.avail_in == 0 && stream.avail_out > 0
            }
            count = capacity - Int(stream.avail_out)
        }
        if isWhole { self.init(bytes, blocks: blocks) } else { self.init(stored: bytes) }
    }

    /// A limit well within zlib's 32-bit counters.
    private static let maximumBytes = 1 << 30

    /// A text as a gzip member, in chunks.
    /// - Parameter isQuick: for text that is sent only once.
    public static func gzip(_ text: ArraySlice<UInt8>, isQuick: Bool) -> [ArraySlice<UInt8>] {
        gzip([DeflatedPart(compressing: text, level: isQuick ? 5 : Z_BEST_COMPRESSION)])
    }

    /// The parts as one gzip member (RFC 1952), in chunks.
    public static func gzip(_ parts: [TextPart]) -> [ArraySlice<UInt8>] { gzip(parts.map(\.packed)) }

    private static func gzip(_ parts: [DeflatedPart]) -> [ArraySlice<UInt8>] {
        var (checksum, count) = (UInt(0), 0)
        var pieces: [ArraySlice<UInt8>] = []
        pieces.reserveCapacity(parts.count + 2)
        pieces.append(head[...])
        for part in parts {
            checksum = UInt(crc32_combine_op(checksum, UInt(part.checksum), part.shift))
            count += part.count
            pieces.append(part.blocks[...])
        }
        // An empty final block.
        var end: [UInt8] = [3, 0]
        for number in [UInt32(truncatingIfNeeded: checksum), UInt32(truncatingIfNeeded: count)] {
            for shift in stride(from: 0, to: 32, by: 8) { end.append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
        }
        pieces.append(end[...])
        return pieces
    }

    /// A header without time and name, and with an unknown system.
    private static let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
}
