// SPDX-License-Identifier: Apache-2.0

/// The character sets of CEA-708 (CTA-708-E 7.1): single-byte G0 and G1, and G2 and G3 after EXT1.
enum CEA708Characters {
    /// ASCII except for 0x7F, and the upper half of ISO 8859-1.
    static func basic(_ byte: UInt8) -> Unicode.Scalar { byte == 0x7F ? "♪" : Unicode.Scalar(byte) }

    /// A character after EXT1; unassigned codes become an underscore (CTA-708-E 7.1.8).
    static func extended(_ byte: UInt8) -> String {
        // G3 assigns only the closed-caption icon.
        if byte == 0xA0 { return "[CC]" }
        return extended[byte].map { String($0) } ?? "_"
    }

    private static let extended: [UInt8: Unicode.Scalar] = [
        0x20: " ", 0x21: "\u{A0}", 0x25: "…", 0x2A: "Š", 0x2C: "Œ", 0x30: "█", 0x31: "‘", 0x32: "’", 0x33: "“", 0x34: "”", 0x35: "•",
        0x39: "™", 0x3A: "š", 0x3C: "œ", 0x3D: "℠", 0x3F: "Ÿ", 0x76: "⅛", 0x77: "⅜", 0x78: "⅝", 0x79: "⅞", 0x7A: "│", 0x7B: "┐", 0x7C: "└",
        0x7D: "─", 0x7E: "┘", 0x7F: "┌",
    ]
}
