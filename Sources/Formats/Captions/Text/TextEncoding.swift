// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// An encoding of text; more may come.
public struct TextEncoding: Hashable, Sendable {
    /// As IANA names it.
    public let name: String
    init(_ name: String) { self.name = name }

    public static var utf8: TextEncoding { TextEncoding("UTF-8") }
    public static var utf16LittleEndian: TextEncoding { TextEncoding("UTF-16LE") }
    public static var utf16BigEndian: TextEncoding { TextEncoding("UTF-16BE") }
    public static var windows1250: TextEncoding { TextEncoding("windows-1250") }
    public static var windows1251: TextEncoding { TextEncoding("windows-1251") }
    public static var windows1252: TextEncoding { TextEncoding("windows-1252") }
    public static var windows1253: TextEncoding { TextEncoding("windows-1253") }
    public static var windows1254: TextEncoding { TextEncoding("windows-1254") }
    public static var windows1255: TextEncoding { TextEncoding("windows-1255") }
    public static var windows1256: TextEncoding { TextEncoding("windows-1256") }
    public static var windows1257: TextEncoding { TextEncoding("windows-1257") }
    public static var koi8R: TextEncoding { TextEncoding("KOI8-R") }

    static var all: [TextEncoding] {
        [.utf8, .utf16LittleEndian, .utf16BigEndian, .windows1250, .windows1251, .windows1252, .windows1253, .windows1254, .windows1255]
            + [.windows1256, .windows1257, .koi8R]
    }

    /// The encoding of that name, whatever its case.
    public init?(named name: String) {
        guard let encoding = Self.all.first(where: { $0.name.lowercased() == name.lowercased() }) else { return nil }
        self = encoding
    }

    /// The upper half, of encodings with a byte a character.
    var table: [UInt16]? {
        switch self {
        case .windows1250: SingleByteTables.windows1250
        case .windows1251: SingleByteTables.windows1251
        case .windows1252: SingleByteTables.windows1252
        case .windows1253: SingleByteTables.windows1253
        case .windows1254: SingleByteTables.windows1254
        case .windows1255: SingleByteTables.windows1255
        case .windows1256: SingleByteTables.windows1256
        case .windows1257: SingleByteTables.windows1257
        case .koi8R: SingleByteTables.koi8R
        default: nil
        }
    }

    /// The text in UTF-8, without a byte order mark; what has no meaning becomes U+FFFD.
    func decode(_ text: ByteText) -> [UInt8] {
        var result: [UInt8] = []
        if let table {
            result.reserveCapacity(text.count + text.count / 4)
            for byte in text {
                if byte < 0x80 {
                    result.append(byte)
                } else {
                    let code = table[Int(byte - 0x80)]
                    result.append(code == 0 ? "\u{FFFD}" : Unicode.Scalar(code) ?? "\u{FFFD}")
                }
            }
            return result
        }
        guard self == .utf16LittleEndian || self == .utf16BigEndian else { return Array(text) }
        var units: [UInt16] = []
        units.reserveCapacity(text.count / 2)
        var index = 0
        while index + 1 < text.count {
            let (first, second) = (UInt16(text[index]), UInt16(text[index + 1]))
            units.append(self == .utf16BigEndian ? first << 8 | second : second << 8 | first)
            index += 2
        }
        let string = String(decoding: units.first == 0xFEFF ? units[1...] : units[...], as: UTF16.self)
        return Array(string.utf8)
    }
}
