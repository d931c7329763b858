// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxServiceKit
import WindowboxStitcher

@testable import WindowboxInsertion

@Suite("Creatives of other ad servers", .timeLimit(.minutes(2))) struct ForeignCreativeTests {
    private func ad(_ key: String, _ source: String?) -> AdCandidate {
        var ad = AdCandidate(id: "a", creativeKey: key, duration: 5)
        ad.source = source
        return ad
    }

    @Test("An ad server's creative can't take the place of one of the operator's own") func keys() {
        let file = "https://evil.test/x.mp4"
        #expect(ad("ad-id.org:X1", file).foreign.creativeKey == "ad-id.org:X1")
        #expect(ad(file, file).foreign.creativeKey == file)
        #expect(ad("house:spot", file).foreign.creativeKey == "foreign:house:spot")
        #expect(ad("house:spot", "house:spot").foreign.creativeKey == "foreign:house:spot")
        // The key of the operator's slate is its URL.
        #expect(ad("https://cdn.test/slate.m3u8", file).foreign.creativeKey == "foreign:https://cdn.test/slate.m3u8")
    }

    private static func vast(_ ads: Int, _ origin: AdOrigin, id: (Int) -> String) -> String {
        let all = (0..<ads).map { index in
            """
            <Ad id="\(index)" sequence="\(index + 1)"><InLine><AdSystem>T</AdSystem><AdTitle>T</AdTitle><Creatives><Creative>\(id(index))\
            <Linear><Duration>00:00:05</Duration><MediaFiles><MediaFile delivery="streaming" type="application/x-mpegURL" width="320" \
            height="180">\(origin.address)/ads/\(index == 0 ? "5" : "none\(index)").m3u8</MediaFile></MediaFiles></Linear></Creative>\
            </Creatives></InLine></Ad>
            """
        }
        return "<VAST version=\"4.2\">\(all.joined())</VAST>"
    }

    @Test("An ad with the id of a house ad is shown under another key") func stitched() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.content)
        origin.set(Self.vast(1, origin) { _ in "<UniversalAdId idRegistry=\"house\">spot</UniversalAdId>" }, at: "/vast")
        try await Asking.with(origin) { asking, _, _ in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            #expect(abs(try await asking.media("\(id)/v0.m3u8").duration - 22) < 0.01)
            let tracking = await asking.get("\(id)/tracking.json").text
            #expect(tracking.contains("\"foreign:house:spot\""), "\(tracking)")
            #expect(asking.insertion.parts.creativeCache.creative("house:spot") == nil)
        }
        await origin.stop()
    }

    @Test("Of a response with any number of ads, a limited number of creatives is loaded") func numerous() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.content)
        origin.set(Self.vast(400, origin) { _ in "" }, at: "/vast")
        try await Asking.with(origin) { asking, _, _ in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            _ = try await asking.media("\(id)/v0.m3u8")
            let loaded = Set(origin.paths.filter { $0.hasPrefix("/ads/") })
            #expect((1...100).contains(loaded.count), "\(loaded.count)")
        }
        await origin.stop()
    }

    @Test("A creative with more playlists than any player needs is left out") func playlists() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.content)
        let variants = (0..<300).map { "#EXT-X-STREAM-INF:BANDWIDTH=\(500_000 + $0),RESOLUTION=320x180\n../medium/index.m3u8?\($0)\n" }
        origin.set("#EXTM3U\n" + variants.joined(), at: "/ads/5.m3u8")
        try await Asking.with(origin) { asking, _, _ in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            #expect(abs(try await asking.media("\(id)/v0.m3u8").duration - 12) < 0.01)
            #expect(!origin.paths.contains { $0.hasPrefix("/medium/") })
        }
        await origin.stop()
    }

    @Test("Creatives are kept up to a number of bytes, and none is larger than a quarter of that") func bytes() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.content)
        try await Asking.with(origin) { asking, settings, _ in
            let (client, source) = (asking.insertion.parts.decider.client, "\(origin.address)/ads/5.m3u8")
            func cache(holding maxBytes: Int, _ keys: [String]) async -> CreativeCache {
                let cache = CreativeCache(client: client, settings: settings, preparer: nil, maxBytes: maxBytes)
                for key in keys { await cache.require(key, source: source) }
                return cache
            }
            let size = try #require(await cache(holding: 64 << 20, ["a"]).creative("a")).bytes
            #expect(size > 100)
            let keys = (0..<6).map(String.init)
            let full = await cache(holding: 5 * size, keys)
            #expect(keys.filter { full.creative($0) != nil } == ["5"])
            #expect(full.creatives.ready.keys.sorted() == ["5"])
            #expect(await cache(holding: 4 * size - 1, ["a"]).creative("a") == nil)
        }
        await origin.stop()
    }

    /// Has one creative, which it says is gone.
    private actor Packager: CreativePreparing {
        let address: String
        private(set) var asked = 0
        private(set) var isThere = false

        init(address: String) { self.address = address }

        func address(of creativeKey: String) -> String? {
            asked += 1
            return address
        }
        func prepare(_ creativeKey: String, from source: String) {}
        func keep(_ creativeKey: String) -> Bool {
            defer { isThere = true }
            return isThere
        }
    }

    @Test("A creative whose package was deleted is loaded again, and its use is noted now and then") func deleted() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.content)
        try await Asking.with(origin) { asking, settings, _ in
            let packager = Packager(address: "\(origin.address)/ads/5.m3u8")
            let client = asking.insertion.parts.decider.client
            let cache = CreativeCache(client: client, settings: settings, preparer: packager)
            for times in [1, 2, 2, 2] {
                await cache.require("film", source: "https://a.test/film.mp4")
                #expect(cache.creative("film") != nil)
                #expect(await packager.asked == times)
            }
        }
        await origin.stop()
    }
}
