// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxPackager

@Suite("Storage keys") struct StorageKeyTests {
    @Test(
        "Keys that lead elsewhere are refused",
        arguments: [
            "", "/", "/a", "a/", "a//b", ".", "..", "...", "a/../b", "a/./b", "../a", "a\\b", "a b", "a\0b", "a\nb", "ä", "a%2e", "a?b",
            "a#b", "~", "a:b",
            String(repeating: "a", count: 513), String(repeating: "a", count: 256),
        ]) func refused(text: String)
    {
        #expect(StorageKey(text) == nil)
    }

    @Test("Keys consist of letters, digits and a few punctuation marks") func allowed() throws {
        let key = try #require(StorageKey("videos/A_b-9/index.m3u8"))
        #expect(key.appending("x..y") != nil)
        #expect(key.appending("../x") == nil)
        #expect(key.isBelow(try #require(StorageKey("videos/A_b-9"))))
        #expect(try !key.isBelow(#require(StorageKey("videos/A_b"))))
    }
}
