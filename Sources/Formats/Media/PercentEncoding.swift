// SPDX-License-Identifier: Apache-2.0

/// Percent-encoding for URLs (RFC 3986 2.1).
package enum PercentEncoding {
    private static let percent = UInt8(ascii: "%")

    /// The text in UTF-8, with all but the unreserved characters (RFC 3986 2.3) percent-encoded.
    ///
    /// - Parameter kept: Another byte to keep, such as the slash of a path.
    package static func encoded(_ text: String, keeping kept: UInt8? = nil) -> String {
        encoded(text) { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: false
            default: byte != kept
            }
        }
    }

    /// The text in UTF-8, with some of its bytes percent-encoded.
    ///
    /// - Parameter isEncoded: whether a byte is encoded.
    package static func encoded(_ text: String, where isEncoded: (UInt8) -> Bool) -> String {
        guard text.utf8.contains(where: isEncoded) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 16)
        for byte in text.utf8 {
            if isEncoded(byte) {
                bytes.append(percent)
                bytes.append(digit(byte >> 4))
                bytes.append(digit(byte & 15))
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The bytes of percent-encoded text. A percent sign without two hexadecimal digits stands for itself.
    package static func bytes(decoding text: some Sequence<UInt8>) -> [UInt8] {
        var isValid = true
        return bytes(decoding: text, isValid: &isValid)
    }

    /// The bytes of percent-encoded text; nil if two hexadecimal digits don't follow every percent sign.
    package static func bytes(validating text: some Sequence<UInt8>) -> [UInt8]? {
        var isValid = true
        let bytes = bytes(decoding: text, isValid: &isValid)
        return isValid ? bytes : nil
    }

    private static func bytes(decoding text: some Sequence<UInt8>, isValid: inout Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.underestimatedCount)
        // The number of bytes since the last percent sign, if it may still begin an escape.
        var digits: Int?
        for byte in text {
            bytes.append(byte)
            if byte == percent {
                if digits != nil { isValid = false }
                digits = 0
            } else if let count = digits {
                if value(byte) == nil {
                    (isValid, digits) = (false, nil)
                } else if count == 1, let high = value(bytes[bytes.count - 2]), let low = value(byte) {
                    bytes.removeLast(3)
                    bytes.append(high << 4 | low)
                    digits = nil
                } else {
                    digits = 1
                }
            }
        }
        if digits != nil { isValid = false }
        return bytes
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x37
        case 0x61...0x66: digit - 0x57
        default: nil
        }
    }
}
