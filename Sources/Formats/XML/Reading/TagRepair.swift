// SPDX-License-Identifier: Apache-2.0

/// Scans a document's bytes and finds what start tags lack: quotes around values, blanks between attributes, values.
struct TagRepair {
    private enum Phase: Equatable {
        case outside, name, between
        /// After the quote that ends a value.
        case closed
        case attribute, behindAttribute, behindSign
        case quoted(UInt8)
        /// In an unquoted value.
        case bare
    }

    private var phase = Phase.outside

    /// Consumes a byte and returns what must be inserted before it.
    /// - Parameters:
    ///   - byte: A byte outside comments, sections and instructions.
    ///   - next: The byte after it; nil at the end.
    mutating func insertion(before byte: UInt8, next: UInt8?) -> String {
        if byte == 0x3C {
            // An end tag, a declaration or a blank begins no start tag.
            if let next, next | 0x20 >= 0x61 && next | 0x20 <= 0x7A || next == 0x5F || next == 0x3A || next >= 0x80 {
                phase = .name
            } else if next == 0x2F || next == 0x21 {
                phase = .outside
            }
            return ""
        }
        let endsTag = byte == 0x3E || byte == 0x2F && next == 0x3E
        switch phase {
        case .outside: return ""
        case .name:
            if endsTag { phase = .outside } else if byte.isBlankOfMarkup { phase = .between }
            return ""
        case .quoted(let quote):
            if byte == quote { phase = .closed }
            return ""
        case .closed:
            begin(byte, endsTag)
            return phase == .attribute ? " " : ""
        case .between:
            begin(byte, endsTag)
            return ""
        case .attribute, .behindAttribute:
            if byte == 0x3D {
                phase = .behindSign
            } else if endsTag {
                phase = .outside
                return "=\"\""
            } else if byte.isBlankOfMarkup {
                phase = .behindAttribute
            } else if phase == .behindAttribute {
                phase = .attribute
                return "=\"\" "
            }
            return ""
        case .behindSign:
            if byte == 0x22 || byte == 0x27 {
                phase = .quoted(byte)
            } else if endsTag {
                phase = .outside
                return "\"\""
            } else if !byte.isBlankOfMarkup {
                phase = .bare
                return "\""
            }
            return ""
        case .bare:
            // A quote without an opening one ends the value.
            if byte == 0x22 {
                phase = .closed
                return ""
            }
            guard endsTag || byte.isBlankOfMarkup else { return "" }
            phase = endsTag ? .outside : .between
            return "\""
        }
    }

    private mutating func begin(_ byte: UInt8, _ endsTag: Bool) {
        phase = endsTag ? .outside : byte.isBlankOfMarkup ? .between : .attribute
    }
}
