// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxAdMarkup
import WindowboxHLS
import WindowboxStitcher

@Suite("3.7 Beacons") struct BeaconTests {
    private static let events = ["complete", "midpoint", "start", "creativeView", "thirdQuartile", "firstQuartile", "mute"]

    private func decision(_ count: Int = 1) -> BreakDecision {
        BreakDecision(
            .filled,
            slots: (0..<count).map { index in
                var ad = AdCandidate(id: "a\(index)", creativeKey: "k\(index)", duration: 12)
                ad.impressions = ["http://i/\(index)"]
                ad.trackers =
                    Self.events.map { .init(event: $0, url: "http://t/\(index)/\($0)") } + [
                        .init(event: "progress", url: "http://t/p", offset: 5)
                    ]
                ad.clickThrough = "http://c"
                return .init(.ad, creativeKey: ad.creativeKey, duration: 12, ad: ad)
            })
    }

    private func deliver(_ beacons: inout DeliveryBeacons, _ slot: Int, _ start: Double, _ duration: Double = 4, of decision: BreakDecision)
        -> [String]
    {
        beacons.handle(.delivered(breakID: "b", slot: slot, start: start, duration: duration), decision, at: 50).map(\.event)
    }

    @Test("Impression and start come with the first segment, quartiles with their segments, complete with the last, once each")
    func delivery() {
        var beacons = DeliveryBeacons()
        let decision = decision()
        #expect(deliver(&beacons, 0, 0, of: decision) == ["impression", "creativeView", "start", "firstQuartile"])
        #expect(deliver(&beacons, 0, 0, of: decision).isEmpty)
        #expect(deliver(&beacons, 0, 4, of: decision) == ["progress", "midpoint"])
        // Another rendition's segments with other boundaries, and a step back.
        #expect(deliver(&beacons, 0, 3, 3, of: decision).isEmpty)
        #expect(deliver(&beacons, 0, 8, of: decision) == ["thirdQuartile", "complete"])
        #expect(deliver(&beacons, 0, 0, of: decision).isEmpty)
    }

    @Test("A viewer who joins midway or skips a part does not complete the ad")
    func gaps() {
        var beacons = DeliveryBeacons()
        let decision = decision()
        #expect(deliver(&beacons, 0, 4, of: decision).isEmpty)
        #expect(deliver(&beacons, 0, 8, of: decision).isEmpty)
        var other = DeliveryBeacons()
        #expect(deliver(&other, 0, 0, of: decision).count == 4)
        #expect(deliver(&other, 0, 8, of: decision).isEmpty)
    }

    @Test("4. breakStart is sent before the break's first ad and breakEnd after its last, by server and player")
    func ofBreak() {
        var decision = decision()
        decision.slots[0].ad?.trackers += AdCandidate.breakEvents.map { .init(event: $0, url: "http://v/\($0)") }
        var beacons = DeliveryBeacons()
        let sent = [0.0, 4, 8].flatMap { deliver(&beacons, 0, $0, of: decision) }
        #expect(sent.prefix(2) == ["breakStart", "impression"])
        #expect(sent.suffix(2) == ["complete", "breakEnd"])
        var session = StitchedSession(id: "s", at: 0)
        _ = session.handle(.playlist([DiscoveredBreak(id: "b", start: 0, duration: 0)], edge: nil, CreativeAvailability()), at: 0)
        let availability = CreativeAvailability(ready: ["k0": nil])
        _ = session.handle(.answered(request: "b", decision.ads, availability), at: 1)
        let text = String(decoding: TrackingDocument.json(of: session), as: UTF8.self)
        #expect(text.contains("{\"eventType\":\"breakStart\",\"startTimeInSeconds\":0,"))
        #expect(text.contains("{\"eventType\":\"breakEnd\",\"startTimeInSeconds\":12,"))
    }

    @Test("Nothing is reported after an early return")
    func cut() {
        var beacons = DeliveryBeacons()
        let decision = decision(2)
        for start in [0.0, 4, 8] { _ = deliver(&beacons, 0, start, of: decision) }
        _ = beacons.handle(.cut(breakID: "b", at: 17), decision, at: 50)
        #expect(deliver(&beacons, 1, 0, of: decision) == ["impression", "creativeView", "start", "firstQuartile"])
        #expect(deliver(&beacons, 1, 4, of: decision).isEmpty)
    }

    @Test("Delivered beacons are remembered when the session is restored")
    func stored() throws {
        var beacons = DeliveryBeacons()
        let decision = decision()
        _ = deliver(&beacons, 0, 0, of: decision)
        beacons = try JSONDecoder().decode(DeliveryBeacons.self, from: JSONEncoder().encode(beacons))
        #expect(deliver(&beacons, 0, 0, of: decision).isEmpty)
        #expect(deliver(&beacons, 0, 4, of: decision) == ["progress", "midpoint"])
    }

    @Test("Server-side beacons identify the viewer in header fields")
    func headers() {
        let viewer = StitchedSession.Viewer(address: "1.2.3.4", userAgent: "UA", referrer: "http://r")
        #expect(viewer.beaconHeaders.map(\.name) == ["X-Device-IP", "X-Device-User-Agent", "X-Device-Referer", "X-Forwarded-For"])
    }

    @Test("The tracking document has the breaks with ads, times, and only the client's beacons")
    func document() throws {
        var configuration = StitchedSession.Configuration()
        configuration.isLive = true
        var session = StitchedSession(id: "s", configuration: configuration, at: 0)
        let availability = CreativeAvailability(ready: ["k0": 12, "k1": 12])
        var found = DiscoveredBreak(id: "b", start: 1_000_100, duration: 24)
        _ = session.handle(.playlist([found], edge: .init(time: 1_000_000, targetDuration: 6), availability), at: 1)
        _ = session.handle(.answered(request: "b", decision(2).ads, availability), at: 1)
        func avail() throws -> JSONValue {
            let document = try #require(JSONValue.parse(TrackingDocument.json(of: session)))
            return try #require(document["avails"]?.array?.first)
        }
        let whole = try avail()
        #expect(whole["startTimeInSeconds"]?.number == 100)
        #expect(whole["durationInSeconds"]?.number == 24)
        #expect(whole["startDate"]?.string == "1970-01-12T13:48:20.000Z")
        let ads = try #require(whole["ads"]?.array)
        #expect(ads.count == 2)
        #expect(ads[1]["startTimeInSeconds"]?.number == 112)
        #expect(ads[1]["clickThrough"]?.string == "http://c")
        let events = try #require(ads[0]["trackingEvents"]?.array)
        #expect(events.compactMap { $0["eventType"]?.string }.first == "impression")
        #expect(events.count == 9)
        found.end = 1_000_118
        _ = session.handle(.playlist([found], edge: .init(time: 1_000_120, targetDuration: 6), availability), at: 2)
        let cut = try #require(try avail()["ads"]?.array)
        #expect(cut.count == 2)
        #expect(cut[1]["durationInSeconds"]?.number == 6)
        let eventTypes = (cut[1]["trackingEvents"]?.array ?? []).compactMap { $0["eventType"]?.string }
        #expect(eventTypes.contains("firstQuartile"))
        #expect(!eventTypes.contains("complete"))
        #expect(!eventTypes.contains("thirdQuartile"))
        #expect(JSONValue.parse(TrackingDocument.json(of: session, from: 1_000_200))?["avails"]?.array?.isEmpty == true)
    }

    @Test("3.7 With server-side beacons the document omits those, and keeps everything visible")
    func toldByServer() throws {
        var configuration = StitchedSession.Configuration()
        (configuration.isLive, configuration.reporting) = (true, .server)
        var session = StitchedSession(id: "s", configuration: configuration, at: 0)
        let availability = CreativeAvailability(ready: ["k0": 12])
        let found = DiscoveredBreak(id: "b", start: 1_000_100, duration: 12)
        _ = session.handle(.playlist([found], edge: .init(time: 1_000_000, targetDuration: 6), availability), at: 1)
        _ = session.handle(.answered(request: "b", decision(1).ads, availability), at: 1)
        let document = try #require(JSONValue.parse(TrackingDocument.json(of: session)))
        let ad = try #require(document["avails"]?.array?.first?["ads"]?.array?.first)
        let eventTypes = Set((ad["trackingEvents"]?.array ?? []).compactMap { $0["eventType"]?.string })
        #expect(eventTypes.isDisjoint(with: ["impression", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "progress"]))
        #expect(ad["durationInSeconds"]?.number == 12)
        #expect(ad["clickThrough"]?.string == "http://c")
    }

    private static func ad(_ creatives: String, more: String = "") throws -> VASTAd {
        let text =
            "<VAST version='4.2'><Ad id='o'><InLine><AdSystem>T</AdSystem><AdTitle>S</AdTitle><Impression>http://i</Impression>"
            + "<Error>http://e</Error>\(more)<Creatives>\(creatives)</Creatives></InLine></Ad></VAST>"
        return try #require(try VASTDocument.read(Array(text.utf8)).ads.first)
    }

    private static let overlay = """
        <Creative><NonLinearAds><NonLinear width='480' height='70' minSuggestedDuration='00:00:08'><StaticResource creativeType='image/png'>\
        http://s</StaticResource><NonLinearClickThrough>http://c</NonLinearClickThrough><NonLinearClickTracking>http://k\
        </NonLinearClickTracking></NonLinear><NonLinear width='480' height='70'><IFrameResource>http://p</IFrameResource></NonLinear>\
        <TrackingEvents><Tracking event='creativeView'>http://v</Tracking></TrackingEvents></NonLinearAds></Creative>
        """

    @Test(
        "3.7 Overlays follow the ads at their position, move with the content, and are stored with the session")
    func overlays() throws {
        let overlay = try #require(OverlayCandidate(try Self.ad(Self.overlay)))
        var session = StitchedSession(id: "s", at: 0)
        let availability = CreativeAvailability(ready: ["k0": 12])
        let breaks = [DiscoveredBreak(id: "1", start: 0, duration: 0), DiscoveredBreak(id: "2", start: 60, duration: 0)]
        _ = session.handle(.playlist(breaks, edge: nil, availability), at: 1)
        _ = session.handle(.overlays(request: "1", [overlay]), at: 1)
        _ = session.handle(.answered(request: "1", decision().ads, availability), at: 1)
        _ = session.handle(.overlays(request: "2", [overlay]), at: 1)
        _ = session.handle(.answered(request: "2", [], availability), at: 1)
        // What was published stays.
        _ = session.handle(.overlays(request: "2", []), at: 1)
        session = try JSONDecoder().decode(StitchedSession.self, from: JSONEncoder().encode(session))
        let document = try #require(JSONValue.parse(TrackingDocument.json(of: session)))
        #expect(document["avails"]?.array?.count == 1)
        let places = try #require(document["nonLinearAvails"]?.array)
        #expect(places.compactMap { $0["startTimeInSeconds"]?.number } == [12, 72])
        let ad = try #require(places.last?["nonLinearAdsList"]?.array?.first)
        #expect(ad["adId"]?.string == "o")
        #expect(ad["errorUrls"]?.array?.first?.string == "http://e")
        #expect((ad["trackingEvents"]?.array ?? []).compactMap { $0["eventType"]?.string } == ["impression", "creativeView"])
        let pictures = try #require(ad["nonLinearAdList"]?.array)
        #expect(pictures.count == 1)
        #expect(pictures[0]["staticResource"]?.string == "http://s")
        #expect(pictures[0]["width"]?.number == 480)
        #expect(pictures[0]["minSuggestedDurationInSeconds"]?.number == 8)
        #expect(pictures[0]["clickThrough"]?.string == "http://c")
        #expect(JSONValue.parse(TrackingDocument.json(of: session, from: 500))?["nonLinearAvails"] == nil)
    }

    @Test("3.7 Overlays of live streams are dated, and ads with a linear creative are no overlays") func liveOverlays() throws {
        let linear = "<Creative id='f'><Linear><Duration>00:00:10</Duration><MediaFiles/></Linear></Creative>"
        for creatives in [Self.overlay + linear, linear] { #expect(OverlayCandidate(try Self.ad(creatives)) == nil) }
        var configuration = StitchedSession.Configuration()
        configuration.isLive = true
        var session = StitchedSession(id: "s", configuration: configuration, at: 0)
        let found = DiscoveredBreak(id: "b", start: 1_000_100, duration: 24)
        _ = session.handle(.playlist([found], edge: .init(time: 1_000_000, targetDuration: 6), CreativeAvailability()), at: 1)
        _ = session.handle(.overlays(request: "b", [try #require(OverlayCandidate(try Self.ad(Self.overlay)))]), at: 1)
        _ = session.handle(.answered(request: "b", [], CreativeAvailability()), at: 1)
        let avail = try #require(JSONValue.parse(TrackingDocument.json(of: session))?["nonLinearAvails"]?.array?.first)
        #expect(avail["startTimeInSeconds"]?.number == 100)
        #expect(avail["startDate"]?.string == "1970-01-12T13:48:20.000Z")
    }

    @Test("3.7 Mezzanine files, parameters and extensions are passed on within limits, and verification vendors separately")
    func extras() throws {
        let linear = """
            <Creative id='f'><CreativeExtensions><CreativeExtension type='X'><a b='1'> t <c/></a></CreativeExtension></CreativeExtensions>\
            <Linear><Duration>00:00:10</Duration><AdParameters>{"k":1}</AdParameters><MediaFiles><Mezzanine delivery='progressive' \
            type='video/mp4' width='1' height='1'>http://m</Mezzanine></MediaFiles></Linear></Creative>
            """
        let deep = String(repeating: "<d>", count: 20) + String(repeating: "</d>", count: 20)
        let extensions =
            "<Extensions><Extension type='AdVerifications'><z/></Extension><Extension type='Y'>\(deep)</Extension></Extensions>"
        let ad = try #require(AdCandidate(try Self.ad(linear, more: extensions)))
        var session = StitchedSession(id: "s", at: 0)
        let availability = CreativeAvailability(ready: [ad.creativeKey: 10])
        _ = session.handle(.playlist([DiscoveredBreak(id: "1", start: 0, duration: 0)], edge: nil, availability), at: 1)
        _ = session.handle(.answered(request: "1", [ad], availability), at: 1)
        let document = try #require(JSONValue.parse(TrackingDocument.json(of: session)))
        let adObject = try #require(document["avails"]?.array?.first?["ads"]?.array?.first)
        #expect(adObject["mediaFiles"]?["mezzanine"]?.string == "http://m")
        #expect(adObject["adParameters"]?.string == "{\"k\":1}")
        let trees = try #require(adObject["extensions"]?.array)
        #expect(trees.compactMap { $0["attributes"]?["type"]?.string } == ["Y", "X"])
        let child = try #require(trees.last?["children"]?.array?.first)
        #expect(child["name"]?.string == "a")
        #expect(child["attributes"]?["b"]?.string == "1")
        #expect(child["content"]?.string == "t")
        var (levels, tree) = (0, trees.first)
        while let next = tree?["children"]?.array?.first { (levels, tree) = (levels + 1, next) }
        #expect(levels == 7)
    }

    @Test("In recordings earlier breaks shift the times of later ones")
    func recordedTimes() throws {
        var session = StitchedSession(id: "s", at: 0)
        let availability = CreativeAvailability(ready: ["k0": 12])
        let breaks = [DiscoveredBreak(id: "1", start: 0, duration: 0), DiscoveredBreak(id: "2", start: 60, duration: 0)]
        _ = session.handle(.playlist(breaks, edge: nil, availability), at: 1)
        for id in ["1", "2"] { _ = session.handle(.answered(request: id, decision().ads, availability), at: 1) }
        let avails = try #require(JSONValue.parse(TrackingDocument.json(of: session))?["avails"]?.array)
        #expect(avails.compactMap { $0["startTimeInSeconds"]?.number } == [0, 72])
    }
}
