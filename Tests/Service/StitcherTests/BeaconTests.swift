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

    @Test("Impression and start come with the first segment, quartiles with the segment that has them, complete with the last; each once")
    func delivery() {
        var beacons = DeliveryBeacons()
        let decision = decision()
        #expect(deliver(&beacons, 0, 0, of: decision) == ["impression", "creativeView", "start", "firstQuartile"])
        #expect(deliver(&beacons, 0, 0, of: decision).isEmpty)
        #expect(deliver(&beacons, 0, 4, of: decision) == ["progress", "midpoint"])
        // Another rendition's segments, cut elsewhere, and a way back.
        #expect(deliver(&beacons, 0, 3, 3, of: decision).isEmpty)
        #expect(deliver(&beacons, 0, 8, of: decision) == ["thirdQuartile", "complete"])
        #expect(deliver(&beacons, 0, 0, of: decision).isEmpty)
    }

    @Test("Who begins in the middle, or leaves out a part, has not seen the ad")
    func gaps() {
        var beacons = DeliveryBeacons()
        let decision = decision()
        #expect(deliver(&beacons, 0, 4, of: decision).isEmpty && deliver(&beacons, 0, 8, of: decision).isEmpty)
        var other = DeliveryBeacons()
        #expect(deliver(&other, 0, 0, of: decision).count == 4)
        #expect(deliver(&other, 0, 8, of: decision).isEmpty)
    }

    @Test("4. A break's own beginning is told before its first ad, and its end behind its last, by server and player")
    func ofBreak() {
        var decision = decision()
        decision.slots[0].ad?.trackers += AdCandidate.breakEvents.map { .init(event: $0, url: "http://v/\($0)") }
        var beacons = DeliveryBeacons()
        let told = [0.0, 4, 8].flatMap { deliver(&beacons, 0, $0, of: decision) }
        #expect(told.prefix(2) == ["breakStart", "impression"] && told.suffix(2) == ["complete", "breakEnd"])
        var session = StitchedSession(id: "s", at: 0)
        _ = session.handle(.playlist([DiscoveredBreak(id: "b", start: 0, duration: 0)], edge: nil, CreativeShelf()), at: 0)
        let shelf = CreativeShelf(ready: ["k0": nil])
        _ = session.handle(.answered(request: "b", decision.ads, shelf), at: 1)
        let text = String(decoding: TrackingDocument.json(of: session), as: UTF8.self)
        #expect(text.contains("{\"eventType\":\"breakStart\",\"startTimeInSeconds\":0,"))
        #expect(text.contains("{\"eventType\":\"breakEnd\",\"startTimeInSeconds\":12,"))
    }

    @Test("Nothing is told behind an early return")
    func cut() {
        var beacons = DeliveryBeacons()
        let decision = decision(2)
        for start in [0.0, 4, 8] { _ = deliver(&beacons, 0, start, of: decision) }
        _ = beacons.handle(.cut(breakID: "b", at: 17), decision, at: 50)
        #expect(deliver(&beacons, 1, 0, of: decision) == ["impression", "creativeView", "start", "firstQuartile"])
        #expect(deliver(&beacons, 1, 4, of: decision).isEmpty)
    }

    @Test("What was delivered is remembered by whoever reads it again")
    func stored() throws {
        var beacons = DeliveryBeacons()
        let decision = decision()
        _ = deliver(&beacons, 0, 0, of: decision)
        beacons = try JSONDecoder().decode(DeliveryBeacons.self, from: JSONEncoder().encode(beacons))
        #expect(deliver(&beacons, 0, 0, of: decision).isEmpty && deliver(&beacons, 0, 4, of: decision) == ["progress", "midpoint"])
    }

    @Test("Beacons that a server sends say for whom")
    func headers() {
        let viewer = StitchedSession.Viewer(address: "1.2.3.4", userAgent: "UA", referrer: "http://r")
        #expect(viewer.beaconHeaders.map(\.name) == ["X-Device-IP", "X-Device-User-Agent", "X-Device-Referer", "X-Forwarded-For"])
    }

    @Test("The tracking document has the breaks with their ads, their times, and only what is to be told")
    func document() throws {
        var configuration = StitchedSession.Configuration()
        configuration.isLive = true
        var session = StitchedSession(id: "s", configuration: configuration, at: 0)
        let shelf = CreativeShelf(ready: ["k0": 12, "k1": 12])
        var found = DiscoveredBreak(id: "b", start: 1_000_100, duration: 24)
        _ = session.handle(.playlist([found], edge: .init(time: 1_000_000, targetDuration: 6), shelf), at: 1)
        _ = session.handle(.answered(request: "b", decision(2).ads, shelf), at: 1)
        func avail() throws -> JSONValue {
            let document = try #require(JSONValue.parse(TrackingDocument.json(of: session)))
            return try #require(document["avails"]?.array?.first)
        }
        let whole = try avail()
        #expect(whole["startTimeInSeconds"]?.number == 100 && whole["durationInSeconds"]?.number == 24)
        #expect(whole["startDate"]?.string == "1970-01-12T13:48:20.000Z")
        let ads = try #require(whole["ads"]?.array)
        #expect(ads.count == 2 && ads[1]["startTimeInSeconds"]?.number == 112 && ads[1]["clickThrough"]?.string == "http://c")
        let events = try #require(ads[0]["trackingEvents"]?.array)
        #expect(events.compactMap { $0["eventType"]?.string }.first == "impression" && events.count == 9)
        found.end = 1_000_118
        _ = session.handle(.playlist([found], edge: .init(time: 1_000_120, targetDuration: 6), shelf), at: 2)
        let cut = try #require(try avail()["ads"]?.array)
        #expect(cut.count == 2 && cut[1]["durationInSeconds"]?.number == 6)
        let told = (cut[1]["trackingEvents"]?.array ?? []).compactMap { $0["eventType"]?.string }
        #expect(told.contains("firstQuartile") && !told.contains("complete") && !told.contains("thirdQuartile"))
        #expect(JSONValue.parse(TrackingDocument.json(of: session, from: 1_000_200))?["avails"]?.array?.isEmpty == true)
    }

    @Test("3.7 where the server tells by itself, the document has nothing that would be told twice, and all that is to be seen")
    func toldByServer() throws {
        var configuration = StitchedSession.Configuration()
        (configuration.isLive, configuration.reporting) = (true, .server)
        var session = StitchedSession(id: "s", configuration: configuration, at: 0)
        let shelf = CreativeShelf(ready: ["k0": 12])
        let found = DiscoveredBreak(id: "b", start: 1_000_100, duration: 12)
        _ = session.handle(.playlist([found], edge: .init(time: 1_000_000, targetDuration: 6), shelf), at: 1)
        _ = session.handle(.answered(request: "b", decision(1).ads, shelf), at: 1)
        let document = try #require(JSONValue.parse(TrackingDocument.json(of: session)))
        let ad = try #require(document["avails"]?.array?.first?["ads"]?.array?.first)
        let told = Set((ad["trackingEvents"]?.array ?? []).compactMap { $0["eventType"]?.string })
        #expect(told.isDisjoint(with: ["impression", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "progress"]))
        #expect(ad["durationInSeconds"]?.number == 12 && ad["clickThrough"]?.string == "http://c")
    }

    @Test("In recorded content the breaks before move the times of those behind")
    func recordedTimes() throws {
        var session = StitchedSession(id: "s", at: 0)
        let shelf = CreativeShelf(ready: ["k0": 12])
        let breaks = [DiscoveredBreak(id: "1", start: 0, duration: 0), DiscoveredBreak(id: "2", start: 60, duration: 0)]
        _ = session.handle(.playlist(breaks, edge: nil, shelf), at: 1)
        for id in ["1", "2"] { _ = session.handle(.answered(request: id, decision().ads, shelf), at: 1) }
        let avails = try #require(JSONValue.parse(TrackingDocument.json(of: session))?["avails"]?.array)
        #expect(avails.compactMap { $0["startTimeInSeconds"]?.number } == [0, 72])
    }
}
