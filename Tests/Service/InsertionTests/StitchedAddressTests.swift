// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAdPlayback
import WindowboxAds

@Suite("Stitched stream URLs") struct StitchedAddressTests {
    @Test("URLs of sessions and of new sessions are recognized; others, including guided ones, are ordinary streams") func kinds() throws {
        let session = try #require(StitchedAddress("http://a/b/stitched/k3/index.m3u8"))
        #expect(session.content == nil)
        #expect(session.request.adTagParameters.isEmpty)
        let new = try #require(
            StitchedAddress("https://a/stitched/new/index.m3u8?origin=https%3A%2F%2Fc%2Fx.m3u8%3Fq&ads.sex=x&reporting=server"))
        #expect(new.content == "https://c/x.m3u8?q")
        #expect(new.request.adTagParameters == ["sex": "x"])
        for other in [
            "http://a/stitched/new/index.m3u8", "http://a/stitched/new/index.m3u8?origin=http://c&mode=guided",
            "http://a/stitched/k3/v0.m3u8", "http://a/stitched/k3/guided.m3u8", "http://a/x/index.m3u8", "file:///stitched/k3/index.m3u8",
            "",
        ] { #expect(StitchedAddress(other) == nil, "\(other)") }
    }
}
