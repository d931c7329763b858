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
}
