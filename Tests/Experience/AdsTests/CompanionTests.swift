// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAdMarkup
import WindowboxAds

@Suite struct CompanionTests {
    private func companions(_ required: String?, _ items: String...) throws -> VASTAd {
        try MadeAd.inline(
            "<Creative><CompanionAds \(required.map { "required='\($0)'" } ?? "")>\(items.joined())</CompanionAds></Creative>")
    }

    private func picture(_ name: String, _ size: String, _ more: String = "") -> String {
        "<Companion \(size) \(more)><StaticResource creativeType='image/png'>http://s/\(name)</StaticResource><TrackingEvents><Tracking event='creativeView'>http://v/\(name)</Tracking></TrackingEvents></Companion>"
    }

    private let wide = "width='728' height='90'"
    private let square = "width='300' height='250'"

    @Test("A companion needs a slot of exactly its size, each slot takes one, and named slots match their names")
    func places() throws {
        let slots = [CompanionSlot(width: 300, height: 250), CompanionSlot(id: "top", width: 728, height: 90)]
        let choice = CompanionChoice(
            try companions(nil, picture("a", wide, "adSlotID='top'"), picture("b", square), picture("c", square)), slots: slots)
        #expect(choice.placed.map(\.slot) == [1, 0])
        #expect(choice.placed.flatMap(\.viewTracking) == ["http://v/a", "http://v/b"])
        #expect(choice.error == nil)
        #expect(CompanionChoice(try companions(nil, picture("a", wide, "adSlotID='other'")), slots: slots).placed.isEmpty)
    }

    @Test("A companion's image is preferred to its HTML; HTML alone reports error 604, and the ad plays") func pages() throws {
        let slots = [CompanionSlot(width: 300, height: 250)]
        let page = "<HTMLResource><![CDATA[<b>hi</b>]]></HTMLResource>"
        let both = "<Companion \(square)>\(page)<StaticResource creativeType='image/png'>http://s/still</StaticResource></Companion>"
        let shown = CompanionChoice(try companions(nil, both), slots: slots)
        #expect(shown.placed.map(\.resource) == [.fixed(url: "http://s/still", creativeType: "image/png")])
        #expect(shown.notice == nil)
        let alone = CompanionChoice(try companions(nil, "<Companion \(square)>\(page)</Companion>"), slots: slots)
        #expect(alone.placed.isEmpty)
        #expect(alone.notice?.number == 604)
        #expect(alone.error == nil)
        // Without a slot for it, nothing is wrong.
        #expect(CompanionChoice(try companions(nil, "<Companion \(wide)>\(page)</Companion>"), slots: slots).notice == nil)
    }

    @Test(
        "Required companions that can't be shown fail the ad with error 602",
        arguments: [("all", 1, true), ("all", 2, false), ("any", 1, false), ("any", 0, true), ("none", 0, false)])
    func required(_ word: String, _ places: Int, _ fails: Bool) throws {
        let slots = Array([CompanionSlot(width: 728, height: 90), CompanionSlot(width: 300, height: 250)].prefix(places))
        let choice = CompanionChoice(try companions(word, picture("a", wide), picture("b", square)), slots: slots)
        #expect((choice.error == .companionRequired) == fails)
    }

    @Test("HTML is shown where supported, and scripts are never images")
    func kinds() throws {
        let html =
            "<Companion \(wide)><StaticResource creativeType='application/x-javascript'>http://s</StaticResource><HTMLResource>b</HTMLResource></Companion>"
        #expect(CompanionChoice(try companions(nil, html), slots: [.init(width: 728, height: 90)]).placed.isEmpty)
        #expect(
            CompanionChoice(try companions(nil, html), slots: [.init(width: 728, height: 90, kinds: [.html])]).placed.map(\.resource) == [
                .html("b")
            ])
    }

    @Test("End cards follow the ad, largest fitting first, and are not shown beside it")
    func endCards() throws {
        let ad = try companions(
            nil, picture("small", square, "renderingMode='end-card'"), picture("large", wide, "renderingMode='end-card'"))
        #expect(CompanionChoice(ad, slots: [.init(width: 300, height: 250)]).placed.isEmpty)
        #expect(CompanionChoice.endCards(of: ad, width: 800, height: 600).map(\.width) == [300, 728])
        #expect(CompanionChoice.endCards(of: ad, width: 400, height: 600).map(\.width) == [300])
    }

    @Test("Icons appear in their time, one per program, and report their view once")
    func icons() throws {
        func icon(_ attributes: String) -> String {
            "<Icon \(attributes)><StaticResource creativeType='image/png'>http://s</StaticResource><IconViewTracking>http://v</IconViewTracking></Icon>"
        }
        let icons =
            "<Icons>" + icon("program='p' offset='00:00:02' duration='00:00:03'") + icon("program='q'") + icon("program='Q'") + icon("")
            + "</Icons>"
        let ad = try MadeAd.inline(MadeAd.linear(more: icons))
        let linear = try #require(ad.creatives.first?.linear)
        #expect(linear.icons(at: 0, of: 20).map(\.index) == [1, 3])
        #expect(linear.icons(at: 2, of: 20).map(\.index) == [0, 1, 3])
        #expect(linear.icons(at: 5, of: 20).map(\.index) == [1, 3])
        #expect(linear.icons(at: 20, of: 20).isEmpty)
        var tracking = AdTracking(ad, linear)
        let first = tracking.handle(.iconShown(1), at: 0)
        #expect(first.count == 1)
        #expect(first.allSatisfy { if case .send("iconView", "http://v", _) = $0 { true } else { false } })
        #expect(tracking.handle(.iconShown(1), at: 1).isEmpty)
        #expect(tracking.handle(.iconShown(9), at: 1).isEmpty)
        #expect(tracking.handle(.iconShown(0), at: 2).count == 1)
    }

    @Test("The largest fitting overlay is shown for its time; errors are 501 for size, 503 for type, 500 for none")
    func overlays() throws {
        func ad(_ items: String) throws -> VASTAd {
            try MadeAd.inline(
                "<Creative><NonLinearAds>\(items)<TrackingEvents><Tracking event='acceptInvitation'>http://t</Tracking></TrackingEvents></NonLinearAds></Creative>"
            )
        }
        func item(_ size: String, _ type: String = "image/png") -> String {
            "<NonLinear \(size)><StaticResource creativeType='\(type)'>http://s</StaticResource></NonLinear>"
        }
        let choice = try OverlayChoice(
            try ad(
                item("width='300' height='50'") + item("width='480' height='70' minSuggestedDuration='00:00:15'")
                    + item("width='900' height='70'")), width: 640,
            height: 360)
        #expect(choice.overlay.width == 480)
        #expect(choice.duration == 15)
        #expect(choice.tracking["acceptInvitation"] == ["http://t"])
        #expect { try OverlayChoice(try ad(item("width='900' height='70'")), width: 640, height: 360) } throws: {
            ($0 as? VASTError)?.code == .nonLinearSize
        }
        #expect { try OverlayChoice(try ad(item("width='9' height='7'", "text/javascript")), width: 640, height: 360) } throws: {
            ($0 as? VASTError)?.code == .nonLinearUnsupported
        }
        #expect { try OverlayChoice(try MadeAd.inline(MadeAd.linear()), width: 640, height: 360) } throws: {
            ($0 as? VASTError)?.code == .nonLinear
        }
    }
}
