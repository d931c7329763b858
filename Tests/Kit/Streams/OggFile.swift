// SPDX-License-Identifier: Apache-2.0

/// Ogg files as other programs cut them.
public enum OggFile {
    /// Moves the granule positions of all pages after the headers, and restates their checksums (RFC 3533, section 6).
    /// - Parameters:
    ///   - samples: added to each position.
    ///   - isOnlyLast: moves the position of only the last page of the stream.
    public static func moved(_ bytes: [UInt8], by samples: Int64, isOnlyLast: Bool = false) -> [UInt8] {
        var bytes = bytes
        var start = 0
        var number = 0
        while start + 27 <= bytes.count {
            let count = Int(bytes[start + 26])
            let size = 27 + count + bytes[start + 27..<start + 27 + count].reduce(0) { $0 + Int($1) }
            if number >= 2, !isOnlyLast || bytes[start + 5] & 4 != 0 {
                let position = (0..<8).reversed().reduce(Int64(0)) { $0 << 8 | Int64(bytes[start + 6 + $1]) } + samples
                for index in 0..<8 { bytes[start + 6 + index] = UInt8(truncatingIfNeeded: position >> (8 * Int64(index))) }
                for index in 22..<26 { bytes[start + index] = 0 }
                let sum = checksum(bytes[start..<start + size])
                for index in 0..<4 { bytes[start + 22 + index] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(index))) }
            }
            start += size
            number += 1
        }
        return bytes
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
        }
    }
}
