// SPDX-License-Identifier: Apache-2.0

/// The lengths of service codes with their parameters, including codes reserved for future use (CTA-708-E 7.1).
enum CEA708Code {
    /// The length in bytes of the code at `index`; nil if more bytes are needed to determine it.
    static func length(_ bytes: [UInt8], at index: Int) -> Int? {
        guard index < bytes.count else { return nil }
        switch bytes[index] {
        case 0x10: return extendedLength(bytes, at: index)
        case 0x11...0x17: return 2
        case 0x18...0x1F: return 3
        case 0x88...0x8D: return 2
        case 0x90, 0x92: return 3
        case 0x91: return 4
        case 0x97: return 5
        case 0x98...0x9F: return 7
        default: return 1
        }
    }

    private static func extendedLength(_ bytes: [UInt8], at index: Int) -> Int? {
        guard index + 1 < bytes.count else { return nil }
        switch bytes[index + 1] {
        case 0x08...0x0F: return 3
        case 0x10...0x17: return 4
        case 0x18...0x1F: return 5
        case 0x80...0x87: return 6
        case 0x88...0x8F: return 7
        case 0x90...0x9F:
            // A variable-length command carries its own length.
            return index + 2 < bytes.count ? 3 + Int(bytes[index + 2] & 0x3F) : nil
        default: return 2
        }
    }
}
