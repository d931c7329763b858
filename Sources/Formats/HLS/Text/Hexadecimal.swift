// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Hexadecimal sequences: `0x` and digits.
enum Hexadecimal {
    /// Decodes bytes; an odd number of digits is padded with a leading zero.
    static func bytes(_ text: String) -> [UInt8]? {
        var digits: [UInt8] = []
        for (index, byte) in text.utf8.enumerated() {
            if index == 0 {
                guard byte == UInt8(ascii: "0") else { return nil }
            } else if index == 1 {
                guard byte | 0x20 == UInt8(ascii: "x") else { return nil }
            } else {
                guard let digit = byte.hexadecimal else { return nil }
                digits.append(digit)
            }
        }
        if digits.isEmpty { return nil }
        if digits.count % 2 == 1 { digits.insert(0, at: 0) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) { bytes.append(digits[index] << 4 | digits[index + 1]) }
        return bytes
    }

    static func write(_ bytes: [UInt8], into output: inout [UInt8]) {
        let digits: StaticString = "0123456789ABCDEF"
        output.append(contentsOf: [0x30, UInt8(ascii: "x")])
        for byte in bytes {
            output.append(digits.utf8Start[Int(byte >> 4)])
            output.append(digits.utf8Start[Int(byte & 15)])
        }
    }
}
