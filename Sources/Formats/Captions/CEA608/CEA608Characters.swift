// SPDX-License-Identifier: Apache-2.0

/// The character sets of CEA-608 (47 CFR 15.119 (g), CTA-608-E 4.2 and annex B).
enum CEA608Characters {
    /// ASCII except for ten code points.
    static func basic(_ byte: UInt8) -> Unicode.Scalar {
        switch byte {
        case 0x2A: "á"
        case 0x5C: "é"
        case 0x5E: "í"
        case 0x5F: "ó"
        case 0x60: "ú"
        case 0x7B: "ç"
        case 0x7C: "÷"
        case 0x7D: "Ñ"
        case 0x7E: "ñ"
        case 0x7F: "█"
        default: Unicode.Scalar(byte)
        }
    }

    /// Characters from 0x30 in the set selected by 0x11; the tenth is a transparent space.
    static let special = Array("®°½¿™¢£♪à\u{A0}èâêîôû".unicodeScalars)
    /// Characters from 0x20 in the set selected by 0x12: Spanish and miscellaneous, then French.
    static let spanishAndFrench = Array("ÁÉÓÚÜü‘¡*'—©℠•“”ÀÂÇÈÊËëÎÏïÔÙùÛ«»".unicodeScalars)
    /// Characters from 0x20 in the set selected by 0x13: Portuguese, then German and Danish.
    static let portugueseAndGerman = Array("ÃãÍÌìÒòÕõ{}\\^_|~ÄäÖöß¥¤│ÅåØø┌┐└┘".unicodeScalars)

    static func isExtended(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x80 && (spanishAndFrench.contains(scalar) || portugueseAndGerman.contains(scalar))
    }
}
