// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming

/// The byte range of a partial response (RFC 9110 14.4): `bytes 0-99/200`.
struct ContentRange {
    let span: ByteSpan
    /// The length of the whole resource; nil if the server doesn't know it.
    let total: Int?

    /// Whether it is all of the resource, as far as the server knows.
    var isWhole: Bool { span.offset == 0 && total.map { $0 == span.length } ?? true }

    /// Returns nil for another unit, and for a missing or impossible range.
    init?(_ field: String) {
        guard field.utf8.prefix(6).elementsEqual("bytes ".utf8) else { return nil }
        let bounds = field.utf8.dropFirst(6).prefix { $0 != UInt8(ascii: "/") }
            .split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard bounds.count == 2, let first = Self.number(bounds[0]), let last = Self.number(bounds[1]), last >= first, last < .max else {
            return nil
        }
        span = ByteSpan(offset: first, length: last - first + 1)
        total = field.utf8.firstIndex(of: UInt8(ascii: "/")).flatMap { Self.number(field.utf8[$0...].dropFirst()) }
    }

    private static func number(_ digits: Substring.UTF8View) -> Int? {
        digits.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int(Substring(digits)) : nil
    }
}
