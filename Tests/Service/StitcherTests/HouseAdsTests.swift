// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxAdMarkup
import WindowboxStitcher

@Suite("House ads") struct HouseAdsTests {
    private func campaign(_ id: String, _ durations: [Double] = [15], _ change: (inout HouseCampaign) -> Void = { _ in }) -> HouseCampaign {
        var campaign = HouseCampaign(
            id: id,
            creatives: durations.enumerated().map {
                .init(id: "\(id)\($0)", title: "T<\(id)>", duration: $1, url: "http://f/\(id)?a=1&b=2")
            })
        change(&campaign)
        return campaign
    }

    private func ids(_ ads: HouseAds, _ request: HouseRequest = HouseRequest(duration: 60, maximumAds: 9), at now: Double = 100) -> [String]
    {
        ads.choose(request, at: now).map(\.campaign.id).sorted()
    }

    @Test("Dates, pause and weight zero exclude a campaign")
    func dates() {
        let ads = HouseAds(campaigns: [
            campaign("past") { $0.ends = 100 }, campaign("now") { ($0.starts, $0.ends) = (100, 101) }, campaign("next") { $0.starts = 101 },
            campaign("paused") { $0.isPaused = true }, campaign("none") { $0.weight = 0 },
        ])
        #expect(ids(ads) == ["now"])
    }

    @Test("Lower priorities fill what higher ones leave")
    func priority() {
        let ads = HouseAds(campaigns: [campaign("b", [30]), campaign("a", [20]) { $0.priority = 1 }, campaign("c", [50])])
        for randomSeed in 0..<20 {
            let chosen = ads.choose(HouseRequest(duration: 55, maximumAds: 9, randomSeed: UInt64(randomSeed)), at: 0).map(\.campaign.id)
            #expect(chosen == ["a", "b"])
        }
    }

    @Test("Weight decides among equal priorities, and the same seed gives the same result")
    func weight() {
        let ads = HouseAds(campaigns: [campaign("rare"), campaign("often") { $0.weight = 9 }])
        let chosen = (0..<1000).map { ads.choose(HouseRequest(randomSeed: $0), at: 0)[0].campaign.id }
        #expect((50...170).contains(chosen.count { $0 == "rare" }))
        #expect(chosen == (0..<1000).map { ads.choose(HouseRequest(randomSeed: $0), at: 0)[0].campaign.id })
    }

    @Test("Caps limit impressions per viewer in a period, and in total")
    func caps() {
        var ads = HouseAds(campaigns: [
            campaign("v") { $0.viewerCaps = [.init(count: 2, period: 60)] }, campaign("t") { $0.totalCaps = [.init(count: 3)] },
        ])
        let request = HouseRequest(duration: 60, maximumAds: 9, viewer: "me")
        for now in [0.0, 10] { for id in ["v", "t"] { ads.count(id, viewer: "me", at: now) } }
        #expect(ids(ads, request, at: 20) == ["t"])
        #expect(ids(ads, request, at: 61) == ["t", "v"])
        #expect(ids(ads, HouseRequest(duration: 60, maximumAds: 9, viewer: "you"), at: 20) == ["t", "v"])
        ads.count("t", viewer: nil, at: 30)
        #expect(ids(ads, request, at: 90) == ["v"])
    }

    @Test("Required key values must match, and excluded ones must not")
    func targeting() {
        let ads = HouseAds(campaigns: [
            campaign("sport") { $0.targeting = ["genre": ["sport", "news"]] }, campaign("notKids") { $0.targeting = ["genre": ["!kids"]] },
            campaign("all"),
        ])
        func chosen(_ values: [String: Set<String>]) -> [String] { ids(ads, HouseRequest(keyValues: values, duration: 60, maximumAds: 9)) }
        #expect(chosen([:]) == ["all", "notKids"])
        #expect(chosen(["genre": ["news"]]) == ["all", "notKids", "sport"])
        #expect(chosen(["genre": ["kids", "sport"]]) == ["all", "sport"])
    }

    @Test("Ads that are too long are not chosen, and a category comes once")
    func available() {
        let ads = HouseAds(campaigns: [campaign("long", [90]), campaign("a") { $0.category = "x" }, campaign("b") { $0.category = "x" }])
        #expect(ids(ads).count == 1)
        #expect(ids(ads) != ["long"])
    }

    @Test("Titles are escaped whatever follows their special characters, and characters that XML lacks are left out")
    func escapedTitle() throws {
        let ads = HouseAds(campaigns: [campaign("a") { $0.creatives[0].title = "1 <\u{301}b>\r\n\u{1}&\u{308}" }])
        let choices = ads.choose(HouseRequest(duration: 60, maximumAds: 1), at: 0)
        let document = try VASTDocument.read(Array(HouseAds.vast(choices) { _, _, _ in "http://s/" }.utf8), mode: .strict)
        #expect(document.ads.first?.title == "1 <\u{301}b>\r\n&\u{308}")
    }

    @Test("The result is valid VAST, a pod for several ads, and can be encoded")
    func vast() throws {
        var ads = HouseAds(campaigns: [
            campaign("a") { $0.creatives[0].skipOffset = 5 }, campaign("b") { $0.creatives[0].clickThrough = "http://c/?x=1&y=2" },
        ])
        let choices = ads.choose(HouseRequest(duration: 60, maximumAds: 2), at: 0)
        let text = HouseAds.vast(choices) { "http://s/\($0)/\($1)?e=\($2)&t=[TIMESTAMP]" }
        let document = try VASTDocument.read(Array(text.utf8), mode: .strict)
        #expect(document.pod.count == 2)
        #expect(document.problems.isEmpty)
        let candidates = document.pod.compactMap { AdCandidate($0) }
        #expect(Set(candidates.map(\.creativeKey)) == ["house:a0", "house:b0"])
        #expect(candidates.allSatisfy { $0.duration == 15 })
        #expect(candidates.first { $0.id == "b" }?.clickThrough == "http://c/?x=1&y=2")
        #expect(candidates.first { $0.id == "a" }?.skipOffset == 5 && candidates[0].source?.hasSuffix("?a=1&b=2") == true)
        ads.count("a", viewer: "v", at: 1)
        #expect(try JSONDecoder().decode(HouseAds.self, from: JSONEncoder().encode(ads)) == ads)
        #expect(try VASTDocument.read(Array(HouseAds.vast([]) { _, _, _ in "" }.utf8)).ads.isEmpty)
    }
}
