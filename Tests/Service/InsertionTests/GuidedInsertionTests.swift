// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxHLS
import WindowboxServiceKit

@testable import WindowboxInsertion

@Suite("Ads that players fetch by themselves, over the service's routes", .timeLimit(.minutes(2))) struct GuidedInsertionTests {
    @Test("3.8 (4), (7) the playlist says where breaks are, and a break's list has the ads that were decided once")
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
            #expect(origin.paths.filter { $0.hasPrefix("/vast") }.count == 1)
            #expect(await asking.get("\(id)/assets.json", [("_HLS_interstitial_id", "none")]).status == 404)
        }
        await origin.stop()
    }
}
