// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@Suite struct PercentEncodingTests {
    @Test("Everything except unreserved characters is escaped, byte by byte")
    func encodes() {
        #expect(PercentEncoding.encoded("aZ09-._~") == "aZ09-._~")
        #expect(PercentEncoding.encoded("a b&c=d/e%é~") == "a%20b%26c%3Dd%2Fe%25%C3%A9~")
        #expect(PercentEncoding.encoded("a/b c", keeping: UInt8(ascii: "/")) == "a/b%20c")
        #expect(PercentEncoding.encoded("").isEmpty)
    }

    @Test("Only the chosen bytes are escaped")
    func encodesSome() {
        #expect(PercentEncoding.encoded("a%20b c/é") { $0 >= 0x80 } == "a%20b c/%C3%A9")
        #expect(PercentEncoding.encoded("a\"b\u{7F}") { $0 == 0x22 || $0 == 0x7F } == "a%22b%7F")
    }

    @Test(
        "Escapes are decoded, and a percent sign without two digits stands for itself or makes the text invalid",
        arguments: [
            ("", "", true), ("a%20b", "a b", true), ("%c3%A9", "é", true), ("%2520", "%20", true), ("%", "%", false), ("%4", "%4", false),
            ("%%41", "%A", false), ("%4%41", "%4A", false), ("%+4", "%+4", false), ("%-0", "%-0", false), ("%4g1", "%4g1", false),
            ("%41%", "A%", false), ("1%41F", "1AF", true),
        ])
    func decodes(text: String, plain: String, isValid: Bool) {
        #expect(String(decoding: PercentEncoding.bytes(decoding: text.utf8), as: UTF8.self) == plain)
        #expect(PercentEncoding.bytes(validating: text.utf8) == (isValid ? Array(plain.utf8) : nil))
    }

    @Test("What was encoded is decoded to the same bytes")
    func roundTrip() {
        let text = "a b/ü%41\u{1}\u{10FFFF}~+"
        #expect(PercentEncoding.bytes(validating: PercentEncoding.encoded(text).utf8) == Array(text.utf8))
    }
}
