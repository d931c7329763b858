// SPDX-License-Identifier: Apache-2.0

import CXML

extension DecodedMarkup {
    /// The encoding named in the XML declaration, in lower case.
    static func declaredEncoding(_ bytes: [UInt8]) -> String? {
        let head = bytes.prefix(1024).drop { $0 == 0x20 || ($0 >= 0x09 && $0 <= 0x0D) }
        guard head.starts(with: Array("<?xml".utf8)), let end = head.firstIndex(of: 0x3E) else { return nil }
        let declaration = String(decoding: head[..<end], as: UTF8.self)
        guard let name = declaration.range(of: "encoding") else { return nil }
        var rest = declaration[name.upperBound...].drop { $0.isWhitespace }
        guard rest.first == "=" else { return nil }
        rest = rest.dropFirst().drop { $0.isWhitespace }
        guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
        return rest.dropFirst().prefix { $0 != quote }.lowercased()
    }

    /// Whether libxml2 supports an encoding.
    static func isKnown(_ name: String) -> Bool {
        guard let handler = xmlFindCharEncodingHandler(name) else { return false }
        xmlCharEncCloseFunc(handler)
        return true
    }

    static func isASCII(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var high: UInt64 = 0
            var index = 0
            while index + 8 <= bytes.count {
                high |= bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                index += 8
            }
            return high & 0x8080_8080_8080_8080 == 0 && bytes[index...].allSatisfy { $0 < 0x80 }
        }
    }

    static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let first = bytes[index]
            let (length, least): (Int, UInt32) =
                switch first {
                case 0..<0x80: (1, 0)
                case 0xC2..<0xE0: (2, 0x80)
                case 0xE0..<0xF0: (3, 0x800)
                case 0xF0..<0xF5: (4, 0x10000)
                default: (0, 0)
                }
            guard length > 0, index + length <= bytes.endIndex else { return false }
            if length > 1 {
                var scalar = UInt32(first) & (0x7F >> UInt32(length))
                for byte in bytes[(index + 1)..<(index + length)] {
                    guard byte & 0xC0 == 0x80 else { return false }
                    scalar = scalar << 6 | UInt32(byte & 0x3F)
                }
                guard scalar >= least, Unicode.Scalar(scalar) != nil else { return false }
            }
            index += length
        }
        return true
    }

    /// Converts windows-1252, a superset of ISO 8859-1's printable part, to UTF-8; undefined bytes stay control characters.
    static func westernEuropean(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text = [UInt8]()
        text.reserveCapacity(bytes.count + bytes.count / 4)
        for byte in bytes {
            guard byte >= 0x80 else {
                text.append(byte)
                continue
            }
            let scalar = byte < 0xA0 ? windows1252[Int(byte) - 0x80] : UInt16(byte)
            text.append(contentsOf: Array(String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8))
        }
        return text
    }

    private static let windows1252: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
        0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ]
}

extension String {
    /// The first occurrence of a text, without Foundation.
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
