// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxStitcher

@Suite struct DeliveryTests {
    private let prefixes = DeliveryPrefixes([
        .init("http://o/v", "https://cdn/x"), .init("http://o/v/hot/", "https://near/"), .init("http://k", "https://keys"),
    ])

    @Test("3.4 (14) The longest matching prefix is replaced, at a slash, and other URLs stay")
    func addresses() {
        #expect(prefixes.address("http://o/v/1.ts?a=b") == "https://cdn/x/1.ts?a=b")
        #expect(prefixes.address("http://o/v/hot/1.ts") == "https://near/1.ts")
        #expect(prefixes.address("http://o/video/1.ts") == "http://o/video/1.ts")
        #expect(prefixes.address("http://k.evil/1") == "http://k.evil/1")
        #expect(DeliveryPrefixes().address("u") == "u")
    }

    @Test("3.4 (14) Segments, initialization sections, keys, parts and hints of content and ads use the delivery network")
    func playlists() throws {
        let content = try media(
            """
            #EXT-X-VERSION:9
            #EXT-X-TARGETDURATION:4
            #EXT-X-PART-INF:PART-TARGET=2
            #EXT-X-KEY:METHOD=AES-128,URI="http://k/1"
            #EXT-X-MAP:URI="i.mp4"
            #EXTINF:4,
            1.ts
            #EXT-X-PART:DURATION=2,URI="2.0.ts"
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="2.1.ts"
            #EXT-X-RENDITION-REPORT:URI="../v2/l.m3u8",LAST-MSN=0

            """, base: "http://o/v/l.m3u8")
        let text = String(decoding: content.delivered(by: prefixes).write(), as: UTF8.self)
        for address in [
            "https://cdn/x/1.ts", "\"https://cdn/x/i.mp4\"", "\"https://keys/1\"", "\"https://cdn/x/2.0.ts\"", "\"https://cdn/x/2.1.ts\"",
        ] {
            #expect(text.contains(address), "\(address) in \(text)")
        }
        #expect(text.contains("../v2/l.m3u8"))
        let whole = try media("#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n1.ts\n#EXTINF:6,\n2.ts\n#EXT-X-ENDLIST\n", base: "http://o/v/l.m3u8")
        let ad = try creative("x", [5]).delivered(by: DeliveryPrefixes([.init("http://ads/", "https://cdn/ads/")]))
        let stitched = PreparedContent(whole.delivered(by: prefixes)).stitch([.init(at: 6, ads: [PreparedAd(ad)])])
        let read = try #require(Playlist.parse(stitched, baseURL: "http://s/").playlist?.media)
        #expect(read.segments.map(\.uri.url) == ["https://cdn/x/1.ts", "https://cdn/ads/x/x0.ts", "https://cdn/x/2.ts"])
    }
}
