// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxHLS
import WindowboxServiceKit

@testable import WindowboxInsertion

@Suite("Guided ad insertion over the service's routes", .timeLimit(.minutes(2))) struct GuidedInsertionTests {
    @Test("3.8 (4), (7) The playlist marks the breaks, and a break's asset list has ads that were decided once")
    func guided() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.content, ads: [5, 1])
        try await Asking.with(origin) { asking, _, _ in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\",\"mode\":\"guided\"}")
            let media = try await asking.media("\(id)/v0.m3u8")
            #expect(abs(media.duration - 12) < 0.01)
            let ranges = media.dateRanges.filter { $0.interstitial != nil }
            #expect(ranges.count == 2)
            #expect(!origin.paths.contains { $0.hasPrefix("/vast") })
            guard case .list(let list) = ranges[1].interstitial?.asset else { throw Asking.Fault(what: "no list") }
            #expect(list.url.hasPrefix("http://service.test/stitched/\(id)/assets.json?_HLS_interstitial_id="))
            let first = await asking.get("\(id)/assets.json", [("_HLS_interstitial_id", ranges[1].id)])
            let again = await asking.get("\(id)/assets.json", [("_HLS_interstitial_id", ranges[1].id)])
            let assets = try AssetList.parse(first.body).assets
            #expect(assets.map(\.uri.url) == ["\(origin.address)/ads/5.m3u8", "\(origin.address)/ads/1.m3u8"])
            #expect(assets.map(\.duration) == [5, 1])
            #expect(first.body == again.body)
            // What the asset list reports is not reported twice.
            #expect(String(decoding: await asking.get("\(id)/tracking.json").body, as: UTF8.self) == "{\"avails\":[]}")
            #expect(origin.paths.filter { $0.hasPrefix("/vast") }.count == 1)
            #expect(await asking.get("\(id)/assets.json", [("_HLS_interstitial_id", "none")]).status == 404)
        }
        await origin.stop()
    }

    @Test("3.8 (7) Each scheduled break has its own asset list, in any order of requests, without overlays")
    func planned() async throws {
        var texts = AdOrigin.content
        for path in ["/content/video.m3u8", "/content/small.m3u8"] { texts[path]?.replace("#EXT-X-CUE-OUT:0\n", with: "") }
        let origin = try await AdOrigin(texts: texts)
        func entry(_ offset: String, _ type: String, _ number: Int) -> String {
            "<AdBreak timeOffset=\"\(offset)\" breakType=\"\(type)\"><AdSource><AdTagURI templateType=\"vast4\"><![CDATA["
                + "\(origin.address)/vast?b=\(number)]]></AdTagURI></AdSource></AdBreak>"
        }
        let entries = entry("start", "linear", 1) + entry("00:00:04", "nonlinear", 2) + entry("00:00:08", "linear", 3)
        origin.set("<VMAP version=\"1.0\">\(entries)</VMAP>", at: "/vmap")
        try await Asking.with(origin) {
            $0.adServer = "\(origin.address)/vmap"
        } _: { asking, settings, database in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\",\"mode\":\"guided\"}")
            let ids = try await asking.media("\(id)/v0.m3u8").dateRanges.filter { $0.interstitial != nil }.map(\.id)
            #expect(ids.count == 2)
            let first = await asking.get("\(id)/assets.json", [("_HLS_interstitial_id", ids[0])])
            #expect(try AssetList.parse(first.body).assets.count == 1)
            // In the same process and in another one, with the first break decided.
            let second = try await Catalogue(database)
            for asking in [asking, Asking(insertion: AdInsertion(settings, catalogue: second), catalogue: second)] {
                #expect(try await asking.media("\(id)/v1.m3u8").dateRanges.filter { $0.interstitial != nil }.map(\.id) == ids)
                let list = await asking.get("\(id)/assets.json", [("_HLS_interstitial_id", ids[1])])
                #expect(try AssetList.parse(list.body).assets.count == 1)
                #expect(await asking.get("\(id)/assets.json", [("_HLS_interstitial_id", ids[0])]).body == first.body)
            }
            try await second.close()
            #expect(Set(origin.paths.filter { $0.hasPrefix("/vast") }) == ["/vast?b=1", "/vast?b=3"])
        }
        await origin.stop()
    }
}
