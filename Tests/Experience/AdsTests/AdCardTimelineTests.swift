// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAdMarkup
import WindowboxAds

@Suite("Ad cards") struct AdCardTimelineTests {
    private static let ending = """
        <Creative><CompanionAds>\
        <Companion width='300' height='250'><StaticResource creativeType='image/png'>http://s/beside</StaticResource></Companion>\
        <Companion width='640' height='360' renderingMode='end-card'><StaticResource creativeType='image/png'>http://s/small</StaticResource>\
        </Companion>\
        <Companion width='1280' height='720' renderingMode='End-Card'><StaticResource creativeType='image/jpeg'>http://s/end</StaticResource>\
        <AltText>Shoes</AltText><CompanionClickThrough>http://c</CompanionClickThrough><CompanionClickTracking>http://t/k\
        </CompanionClickTracking><TrackingEvents><Tracking event='creativeView'>http://t/v</Tracking></TrackingEvents></Companion>\
        <Companion width='9000' height='720' renderingMode='end-card'><StaticResource>http://s/large</StaticResource></Companion>\
        </CompanionAds></Creative>
        """

    private func card() throws -> PlannedCard {
        let ad = try MadeAd.inline(MadeAd.linear(more: MadeAd.tracking("closeLinear", "complete")) + Self.ending)
        return try #require(PlannedCard(endOf: ad, width: 1920, height: 1080))
    }

    private func text(_ actions: [AdCardTimeline.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .hold: "hold"
            case .release: "release"
            case .report(.send(_, let url, _)): url
            case .report(.open(let url)): "open " + url
            }
        }
    }

    @Test("3.13 The largest fitting end card follows its ad, and an ad without one just ends") func chosen() throws {
        let card = try card()
        #expect(card.image == "http://s/end")
        #expect(card.width == 1280)
        #expect(card.height == 720)
        #expect(card.alternativeText == "Shoes")
        #expect(card.page == "http://c")
        #expect(card.isPassing)
        #expect(PlannedCard(endOf: try MadeAd.inline(MadeAd.linear()), width: 1920, height: 1080) == nil)
    }

    @Test("3.13 A card pauses playback for its time, reports its view once, and closeLinear when it goes") func time() throws {
        var timeline = AdCardTimeline()
        #expect(timeline.handle(.shown, at: 0).isEmpty)
        #expect(timeline.handle(.close, at: 0).isEmpty)
        #expect(timeline.handle(.clock, at: 99).isEmpty)
        #expect(text(timeline.handle(.begin(try card()), at: 10)) == ["hold"])
        #expect(text(timeline.handle(.shown, at: 11)) == ["http://t/v"])
        #expect(timeline.handle(.shown, at: 12).isEmpty)
        let end = 11 + timeline.settings.endCardDuration
        #expect(timeline.deadline == end)
        #expect(timeline.handle(.clock, at: end - 0.1).isEmpty)
        #expect(timeline.card != nil)
        #expect(text(timeline.handle(.clock, at: end)) == ["http://t/closeLinear", "release"])
        #expect(timeline.card == nil)
        #expect(timeline.deadline == nil)
        #expect(timeline.handle(.close, at: end).isEmpty)
    }

    @Test("3.13 A card stays while its page is open, and closing it continues playback") func viewer() throws {
        var timeline = AdCardTimeline()
        _ = timeline.handle(.begin(try card()), at: 0)
        #expect(timeline.handle(.click, at: 1).isEmpty)
        _ = timeline.handle(.shown, at: 1)
        #expect(text(timeline.handle(.click, at: 2)) == ["http://t/k", "open http://c"])
        #expect(timeline.deadline == nil)
        #expect(timeline.handle(.clock, at: 1000).isEmpty)
        #expect(text(timeline.handle(.close, at: 1001)) == ["http://t/closeLinear", "release"])
    }

    @Test("A card whose image fails pauses playback briefly and reports nothing; one of an abandoned item does not resume it")
    func lost() throws {
        var timeline = AdCardTimeline()
        _ = timeline.handle(.begin(try card()), at: 0)
        #expect(text(timeline.handle(.clock, at: timeline.settings.timeout)) == ["release"])
        _ = timeline.handle(.begin(try card()), at: 20)
        // A replacement card is waited for just as long.
        #expect(timeline.handle(.begin(try card()), at: 21).isEmpty)
        #expect(timeline.deadline == 21 + timeline.settings.timeout)
        #expect(timeline.handle(.leave, at: 22).isEmpty)
        #expect(timeline.card == nil)
        #expect(timeline.deadline == nil)
    }

    @Test("2.5 An icon's largest fitting fallback image is shown until it is closed") func fallback() throws {
        func image(_ width: Int, _ type: String = "image/png") -> String {
            "<IconClickFallbackImage width='\(width)' height='200'><AltText>Why</AltText><StaticResource creativeType='\(type)'>"
                + "http://s/\(width)</StaticResource></IconClickFallbackImage>"
        }
        let icons =
            "<Icons><Icon program='A' width='20' height='20'><StaticResource creativeType='image/png'>http://s/i</StaticResource><IconClicks>"
            + "<IconClickThrough>http://c</IconClickThrough><IconClickFallbackImages>\(image(300))\(image(600))\(image(5000))"
            + "\(image(900, "text/javascript"))</IconClickFallbackImages></IconClicks></Icon><Icon program='B'/></Icons>"
        let linear = try #require(try MadeAd.inline(MadeAd.linear(more: icons)).creatives.first?.linear)
        let card = try #require(PlannedCard(explaining: linear.icons[0], width: 1920, height: 1080))
        #expect(card.image == "http://s/600")
        #expect(card.alternativeText == "Why")
        #expect(!card.isPassing)
        #expect(card.page == nil)
        #expect(PlannedCard(explaining: linear.icons[1], width: 1920, height: 1080) == nil)
        var timeline = AdCardTimeline()
        _ = timeline.handle(.begin(card), at: 0)
        #expect(timeline.handle(.shown, at: 1).isEmpty)
        #expect(timeline.deadline == nil)
        #expect(text(timeline.handle(.close, at: 500)) == ["release"])
    }
}
