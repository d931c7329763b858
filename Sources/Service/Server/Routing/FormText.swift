// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// `application/x-www-form-urlencoded` and path components.
enum FormText {
    /// Nil if it isn't percent-encoded UTF-8, or contains a NUL, which databases don't store.
    static func decoded(_ text: some StringProtocol, plusIsSpace: Bool = true) -> String? {
        let plain = text.utf8.lazy.map { plusIsSpace && $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        guard let bytes = PercentEncoding.bytes(validating: plain) else { return nil }
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }
}
