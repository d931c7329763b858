// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxAdMarkup
import WindowboxAds
import WindowboxHLS
import WindowboxPlayer

@testable import WindowboxAdPlayback

@Suite("Ad icons") struct AdIconTests {
    private static let markup = """
        <VAST version="4.2"><Ad id="a"><InLine><AdSystem>T</AdSystem><AdTitle>S</AdTitle><Impression>https://a/i</Impression><Creatives>\
        <Creative><Linear><Duration>00:00:10</Duration><MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="1" height="1">\
        https://a/f.mp4</MediaFile></MediaFiles><Icons>\
        <Icon program="AdChoices" width="20" height="16" xPosition="right" yPosition="top" offset="00:00:01" duration="00:00:08">\
        <StaticResource creativeType="image/png">https://a/c.png</StaticResource><IconClicks><IconClickThrough>https://a/why\
        </IconClickThrough><IconClickFallbackImages><IconClickFallbackImage width="300" height="200"><StaticResource>https://a/why.png\
        </StaticResource></IconClickFallbackImage></IconClickFallbackImages></IconClicks><IconViewTracking>https://a/iv</IconViewTracking></Icon>\
        <Icon program="x"><IFrameResource>https://a/x</IFrameResource></Icon>\
        <Icon program="y" width="30" height="30" xPosition="15" yPosition="bottom"><StaticResource>https://a/y.png</StaticResource></Icon>\
        </Icons></Linear></Creative></Creatives></InLine></Ad></VAST>
        """

    @Test("1.6 An ad's icons reach the player through an asset list with times and positions, without iframes")
    func shown() throws {
        let ad = try #require(try VASTDocument.read(Array(Self.markup.utf8)).ads.first)
        let written = try JSONEncoder().encode(InsertedAsset(ad, try #require(ad.creatives.first?.linear), file: "https://a/f.mp4"))
        let entry = try #require(JSONValue.parse(Array(written)))
        let linear = try #require(SignaledAd.read(entry, duration: 10)?.creatives.first?.linear)
        #expect(linear.icons.map(\.program) == ["AdChoices", "y"])
        #expect(linear.icons.first?.viewTracking == ["https://a/iv"])
        let fallback = try #require(linear.icons.first?.fallbackImages.first)
        #expect(fallback.width == 300)
        #expect(fallback.resources.picture?.url == "https://a/why.png")
        let early = AdIcon.all(of: linear, in: "b/0", at: 0.5, of: 10)
        #expect(early.map(\.index) == [1])
        #expect(early.first?.x == .pixels(15))
        #expect(early.first?.y == .end)
        #expect(early.first?.isClickable == false)
        let icons = AdIcon.all(of: linear, in: "b/0", at: 2, of: 10)
        #expect(icons.map(\.image) == ["https://a/c.png", "https://a/y.png"])
        let choices = try #require(icons.first)
        #expect(choices.x == .end)
        #expect(choices.y == .pixels(0))
        #expect(choices.width == 20)
        #expect(choices.height == 16)
        #expect(choices.isClickable)
        #expect(choices.alternativeText == "AdChoices")
        #expect(choices.ad == "b/0")
        #expect(AdIcon.all(of: linear, in: "b/0", at: 9.5, of: 10).map(\.index) == [1])
    }

    @Test(
        "An icon position outside of the frame is moved to its edge",
        arguments: [(AdIcon.Coordinate.pixels(15), 15.0), (.pixels(5000), 620), (.end, 620)])
    func places(_ place: AdIcon.Coordinate, _ x: Double) {
        #expect(place.offset(in: 620) == x)
        #expect(place.offset(in: -5) == 0)
    }
}
