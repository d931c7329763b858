// SPDX-License-Identifier: Apache-2.0

/// libxml2 compares each attribute of an element with all before it, before anybody can stop it; so large documents are looked over first.
enum AttributeCount {
    /// Below this many bytes the comparing takes no time that matters.
    private static let harmless = 128 << 10

    /// The line of the first start tag with more attributes than allowed.
    static func excess(in bytes: [UInt8], limit: Int) -> Int? {
        guard bytes.count > harmless else { return nil }
        return bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            while let opening = bytes[start...].firstIndex(of: 0x3C) {
                if let end = MarkupLiteral.end(in: bytes, from: opening) {
                    start = end
                    continue
                }
                var count = 0
                var quote: UInt8 = 0
                var index = opening + 1
                while index < bytes.count {
                    let byte = bytes[index]
                    if quote != 0 {
                        if byte == quote || byte == 0x3C { quote = 0 }
                    } else if byte == 0x22 || byte == 0x27 {
                        quote = byte
                        count += 1
                    }
                    if quote == 0, byte == 0x3E || byte == 0x3C { break }
                    index += 1
                }
                guard count <= limit else { return 1 + bytes[..<opening].count { $0 == 0x0A } }
                start = index
            }
            return nil
        }
    }
}

/// CDATA sections, comments and processing instructions: what stands in them is not looked at.
enum MarkupLiteral {
    private static let kinds = [("<![CDATA[", "]]>"), ("<!--", "-->"), ("<?", "?>")].map { (Array($0.0.utf8), Array($0.1.utf8)) }

    /// The end of one that begins at an index; the document's end when it has none.
    static func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard start + 1 < bytes.count, bytes[start + 1] == 0x21 || bytes[start + 1] == 0x3F else { return nil }
        for (opening, closing) in kinds where bytes[start...].starts(with: opening) {
            var index = start + opening.count
            while index < bytes.count {
                if bytes[index] == closing[0], bytes[index...].starts(with: closing) { return index + closing.count }
                index += 1
            }
            return bytes.count
        }
        return nil
    }
}
