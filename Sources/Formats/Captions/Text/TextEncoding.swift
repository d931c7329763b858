// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// A text encoding. More may be added.
public struct TextEncoding: Hashable, Sendable {
    /// The IANA name.
    public let name: String
    init(_ name: String) { self.name = name }

    /// UTF-8.
    public static var utf8: TextEncoding { TextEncoding("UTF-8") }
    /// UTF-16, low byte first.
    public static var utf16LittleEndian: TextEncoding { TextEncoding("UTF-16LE") }
    /// UTF-16, high byte first.
    public static var utf16BigEndian: TextEncoding { TextEncoding("UTF-16BE") }
    /// UTF-32, low byte first.
    public static var utf32LittleEndian: TextEncoding { TextEncoding("UTF-32LE") }
    /// UTF-32, high byte first.
    public static var utf32BigEndian: TextEncoding { TextEncoding("UTF-32BE") }
    /// Thai.
    public static var windows874: TextEncoding { TextEncoding("windows-874") }
    /// Central European.
    public static var windows1250: TextEncoding { TextEncoding("windows-1250") }
    /// Cyrillic.
    public static var windows1251: TextEncoding { TextEncoding("windows-1251") }
    /// Western European.
    public static var windows1252: TextEncoding { TextEncoding("windows-1252") }
    /// Greek.
    public static var windows1253: TextEncoding { TextEncoding("windows-1253") }
    /// Turkish.
    public static var windows1254: TextEncoding { TextEncoding("windows-1254") }
    /// Hebrew.
    public static var windows1255: TextEncoding { TextEncoding("windows-1255") }
    /// Arabic.
    public static var windows1256: TextEncoding { TextEncoding("windows-1256") }
    /// Baltic.
    public static var windows1257: TextEncoding { TextEncoding("windows-1257") }
    /// Russian.
    public static var koi8R: TextEncoding { TextEncoding("KOI8-R") }
    /// Cyrillic, as in DOS.
    public static var ibm866: TextEncoding { TextEncoding("IBM866") }
    /// Central European.
    public static var iso8859Part2: TextEncoding { TextEncoding("ISO-8859-2") }
    /// Romanian.
    public static var iso8859Part16: TextEncoding { TextEncoding("ISO-8859-16") }
    /// Includes Microsoft's extensions, like the three encodings after it.
    public static var shiftJIS: TextEncoding { TextEncoding("Shift_JIS") }
    /// Japanese.
    public static var eucJP: TextEncoding { TextEncoding("EUC-JP") }
    /// Korean.
    public static var eucKR: TextEncoding { TextEncoding("EUC-KR") }
    /// Includes GBK and GB 2312.
    public static var gb18030: TextEncoding { TextEncoding("GB18030") }
    /// Includes the Hong Kong characters.
    public static var big5: TextEncoding { TextEncoding("Big5") }

    static var all: [TextEncoding] {
        [.utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian, .windows874, .windows1250, .windows1251]
            + [
                .windows1252, .windows1253, .windows1254, .windows1255, .windows1256, .windows1257, .koi8R, .ibm866, .iso8859Part2,
                .iso8859Part16, .shiftJIS, .eucJP, .eucKR, .gb18030, .big5,
            ]
    }

    /// Alternative names (WHATWG Encoding 4.2).
    private static let aliases: [String: TextEncoding] = [
        "utf8": .utf8, "utf-16": .utf16LittleEndian, "utf-32": .utf32LittleEndian, "iso-8859-1": .windows1252, "latin1": .windows1252,
        "cp1252": .windows1252,
        "iso-8859-9": .windows1254, "latin2": .iso8859Part2, "latin10": .iso8859Part16, "tis-620": .windows874, "cp866": .ibm866,
        "koi8": .koi8R, "sjis": .shiftJIS,
        "windows-31j": .shiftJIS, "cp932": .shiftJIS, "gbk": .gb18030, "gb2312": .gb18030, "cp936": .gb18030, "big5-hkscs": .big5,
        "cp950": .big5, "cp949": .eucKR, "windows-949": .eucKR, "ks_c_5601-1987": .eucKR,
    ]

    /// The encoding with that name, case-insensitive.
    public init?(named name: String) {
        let name = name.lowercased()
        guard let encoding = Self.all.first(where: { $0.name.lowercased() == name }) ?? Self.aliases[name] else { return nil }
        self = encoding
    }

    /// Whether it is not one of Unicode's.
    var isLegacy: Bool { table != nil || systemName != nil }

    /// The upper half of a single-byte encoding; nil for others.
    var table: [UInt16]? {
        switch self {
        case .windows874: SingleByteTables.windows874
        case .windows1250: SingleByteTables.windows1250
        case .windows1251: SingleByteTables.windows1251
        case .windows1252: SingleByteTables.windows1252
        case .windows1253: SingleByteTables.windows1253
        case .windows1254: SingleByteTables.windows1254
        case .windows1255: SingleByteTables.windows1255
        case .windows1256: SingleByteTables.windows1256
        case .windows1257: SingleByteTables.windows1257
        case .koi8R: SingleByteTables.koi8R
        case .ibm866: SingleByteTables.ibm866
        case .iso8859Part2: SingleByteTables.iso8859Part2
        case .iso8859Part16: SingleByteTables.iso8859Part16
        default: nil
        }
    }

    /// Converts to UTF-8 without a byte order mark; invalid bytes become U+FFFD.
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
        if let systemName { return MultiByteText.decode(text, systemName) }
        if self == .utf32LittleEndian || self == .utf32BigEndian { return Self.decode32(text, isBigEndian: self == .utf32BigEndian) }
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

    private static func decode32(_ text: ByteText, isBigEndian: Bool) -> [UInt8] {
        var string = String.UnicodeScalarView()
        for index in stride(from: 0, to: text.count - 3, by: 4) {
            let bytes = (0..<4).map { UInt32(text[index + (isBigEndian ? $0 : 3 - $0)]) }
            let scalar = Unicode.Scalar(bytes.reduce(0) { $0 << 8 | $1 }) ?? "\u{FFFD}"
            if index > 0 || scalar != "\u{FEFF}" { string.append(scalar) }
        }
        return Array(String(string).utf8)
    }
}
