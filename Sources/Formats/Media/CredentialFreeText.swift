// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text with user names and passwords removed from its URLs (RFC 3986, 3.2.1), for display.
    public var withoutCredentials: String {
        let bytes = Array(utf8)
        var shown: [UInt8] = []
        var index = 0
        while index < bytes.count {
            shown.append(bytes[index])
            index += 1
            guard shown.suffix(3) == Array("://".utf8)[...] else { continue }
            var end = index
            var mark: Int?
            while end < bytes.count, !Self.endsAuthority(bytes[end]) {
                if bytes[end] == 0x40 { mark = end }
                end += 1
            }
            if let mark { index = mark + 1 }
        }
        return String(decoding: shown, as: UTF8.self)
    }

    /// Whether a byte ends a host, or a URL within a sentence: a path, a query, a fragment, white space, quotes and brackets.
    private static func endsAuthority(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x2F, 0x3F, 0x23, 0x00...0x20, 0x22, 0x3C, 0x3E, 0x5C: true
        default: false
        }
    }
}
