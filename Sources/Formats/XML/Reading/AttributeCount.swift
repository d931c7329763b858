// SPDX-License-Identifier: Apache-2.0

/// Counts attributes before parsing large documents, because libxml2 compares each attribute with all before it and cannot be stopped.
enum AttributeCount {
    /// Documents smaller than this, in bytes, are not checked, because comparing their attributes is fast enough.
    private static let harmless = 128 << 10

    /// The line of the first start tag with more attributes than allowed; nil if there is none.
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

/// CDATA sections, comments and processing instructions, whose content is skipped.
enum MarkupLiteral {
    private static let kinds = [("<![CDATA[", "]]>"), ("<!--", "-->"), ("<?", "?>")].map { (Array($0.0.utf8), Array($0.1.utf8)) }

    /// The end of a literal that begins at an index, or the document's end if it is unclosed; nil if none begins there.
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
