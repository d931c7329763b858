// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAdMarkup
import WindowboxHLS

@testable import WindowboxStitcher

@Suite("Companion images") struct CompanionImageTests {
    private static let companions = """
        <CompanionAds><Companion width="300" height="250" adSlotId="side"><StaticResource creativeType="image/png">https://a/b.png\
        </StaticResource><AltText>Shoes</AltText><CompanionClickThrough>https://a/shoes</CompanionClickThrough>\
        <CompanionClickTracking>https://a/click</CompanionClickTracking><TrackingEvents><Tracking event="creativeView">https://a/view\
        </Tracking></TrackingEvents></Companion><Companion width="1" height="1"><HTMLResource>x</HTMLResource></Companion>\
        <Companion width="9" height="9" renderingMode="end-card"><StaticResource>https://a/end.png</StaticResource></Companion></CompanionAds>
        """

    private static let icons = """
        <Icons><Icon program="AdChoices" width="20" height="16" xPosition="right" yPosition="12" offset="00:00:01" duration="00:00:08" \
        altText="Why this ad"><StaticResource creativeType="image/png">https://a/c.png</StaticResource><IconClicks><IconClickThrough>\
        https://a/why</IconClickThrough><IconClickTracking>https://a/ic</IconClickTracking><IconClickFallbackImages><IconClickFallbackImage width="300" height="200">\
        <AltText>Paid for by shoes</AltText><StaticResource creativeType="image/png">https://a/why.png</StaticResource>\
        </IconClickFallbackImage></IconClickFallbackImages></IconClicks><IconViewTracking>https://a/iv\
        </IconViewTracking></Icon><Icon program="x"><HTMLResource>x</HTMLResource></Icon></Icons>
        """

    private static func candidate() throws -> AdCandidate {
        let text = """
            <VAST version="4.2"><Ad id="a"><InLine><AdSystem>T</AdSystem><AdTitle>S</AdTitle><Impression>https://a/i</Impression><Creatives>\
            <Creative id="f"><Linear><Duration>00:00:10</Duration><MediaFiles><MediaFile delivery="streaming" type="x" width="1" height="1">\
            https://a/f.m3u8</MediaFile></MediaFiles>\(icons)</Linear></Creative><Creative>\(companions)</Creative></Creatives></InLine></Ad></VAST>
            """
        let document = try VASTDocument.read(Array(text.utf8), mode: .lenient)
        let ad = try #require(document.ads.first)
        return try #require(AdCandidate(ad))
    }

    @Test("3.7 Companion images reach the player with links and trackers, end cards marked as such, without HTML")
    func pictures() throws {
        let candidate = try Self.candidate()
        let pictures = try #require(candidate.companions)
        #expect(pictures.map(\.url) == ["https://a/b.png", "https://a/end.png"])
        #expect(pictures.map(\.renderingMode) == [nil, "end-card"])
        let picture = try #require(pictures.first)
        #expect(picture.width == 300)
        #expect(picture.height == 250)
        #expect(picture.slot == "side")
        #expect(picture.alternativeText == "Shoes")
        #expect(picture.clickThrough == "https://a/shoes")
        #expect(picture.clickTracking == ["https://a/click"])
        #expect(picture.views == ["https://a/view"])
        let slot = try #require(candidate.signaling(duration: 10)["payload"]?.array?.first)
        let entry = try #require(slot["companions"]?.array?.first)
        #expect(entry["staticResource"]?.string == "https://a/b.png")
        #expect(entry["width"]?.number == 300)
        #expect(entry["creativeView"]?.array?.first?.string == "https://a/view")
        #expect(entry["renderingMode"] == nil)
        #expect(slot["companions"]?.array?.last?["renderingMode"]?.string == "end-card")
    }

    @Test("3.7 Icon images reach the player with position, time and trackers, without HTML")
    func icons() throws {
        let candidate = try Self.candidate()
        #expect(candidate.icons?.map(\.staticResource) == ["https://a/c.png"])
        let slot = try #require(candidate.signaling(duration: 10)["payload"]?.array?.first)
        let entry = try #require(slot["icons"]?.array?.first)
        #expect(slot["icons"]?.array?.count == 1)
        #expect(entry["program"]?.string == "AdChoices")
        #expect(entry["altText"]?.string == "Why this ad")
        #expect(entry["xPosition"]?.string == "right")
        #expect(entry["yPosition"]?.string == "12")
        #expect(entry["width"]?.number == 20)
        #expect(entry["offset"]?.number == 1)
        #expect(entry["duration"]?.number == 8)
        #expect(entry["clickThrough"]?.string == "https://a/why")
        #expect(entry["clickTracking"]?.array?.first?.string == "https://a/ic")
        let fallback = try #require(entry["fallbackImages"]?.array?.first)
        #expect(fallback["staticResource"]?.string == "https://a/why.png")
        #expect(fallback["altText"]?.string == "Paid for by shoes")
        #expect(fallback["width"]?.number == 300)
        #expect(fallback["height"]?.number == 200)
        #expect(entry["viewTracking"]?.array?.first?.string == "https://a/iv")
    }
}
