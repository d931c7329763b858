// SPDX-License-Identifier: Apache-2.0

/// Scans a document's bytes and finds what start tags lack: quotes around values, blanks between attributes, values.
struct TagRepair {
    private enum Place: Equatable {
        case outside, name, between
        /// After the quote that ends a value.
        case closed
        case attribute, behindAttribute, behindSign
        case quoted(UInt8)
        /// In an unquoted value.
        case bare
    }

    private var place = Place.outside

    /// Consumes a byte and returns what must be inserted before it.
    /// - Parameters:
    ///   - byte: A byte outside comments, sections and instructions.
    ///   - next: The byte after it; nil at the end.
    mutating func insertion(before byte: UInt8, next: UInt8?) -> String {
        if byte == 0x3C {
            // An end tag, a declaration or a blank begins no start tag.
            if let next, next | 0x20 >= 0x61 && next | 0x20 <= 0x7A || next == 0x5F || next == 0x3A || next >= 0x80 {
                place = .name
            } else if next == 0x2F || next == 0x21 {
                place = .outside
            }
            return ""
        }
        let endsTag = byte == 0x3E || byte == 0x2F && next == 0x3E
        switch place {
        case .outside: return ""
        case .name:
            if endsTag { place = .outside } else if byte.isBlankOfMarkup { place = .between }
            return ""
        case .quoted(let quote):
            if byte == quote { place = .closed }
            return ""
        case .closed:
            begin(byte, endsTag)
            return place == .attribute ? " " : ""
        case .between:
            begin(byte, endsTag)
            return ""
        case .attribute, .behindAttribute:
            if byte == 0x3D {
                place = .behindSign
            } else if endsTag {
                place = .outside
                return "=\"\""
            } else if byte.isBlankOfMarkup {
                place = .behindAttribute
            } else if place == .behindAttribute {
                place = .attribute
                return "=\"\" "
            }
            return ""
        case .behindSign:
            if byte == 0x22 || byte == 0x27 {
                place = .quoted(byte)
            } else if endsTag {
                place = .outside
                return "\"\""
            } else if !byte.isBlankOfMarkup {
                place = .bare
                return "\""
            }
            return ""
        case .bare:
            // A quote without an opening one ends the value.
            if byte == 0x22 {
                place = .closed
                return ""
            }
            guard endsTag || byte.isBlankOfMarkup else { return "" }
            place = endsTag ? .outside : .between
            return "\""
        }
    }

    private mutating func begin(_ byte: UInt8, _ endsTag: Bool) {
        place = endsTag ? .outside : byte.isBlankOfMarkup ? .between : .attribute
    }
}
