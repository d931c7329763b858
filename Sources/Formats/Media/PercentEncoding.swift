// SPDX-License-Identifier: Apache-2.0

/// Percent-encoding for URLs (RFC 3986 2.1).
package enum PercentEncoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// The text in UTF-8, with all but the unreserved characters (RFC 3986 2.3) percent-encoded.
    ///
    /// - Parameter kept: Another byte to keep, such as the slash of a path.
    package static func encoded(_ text: String, keeping kept: UInt8? = nil) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
            case kept: bytes.append(byte)
            default: bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
