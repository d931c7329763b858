// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxAdMarkup
import WindowboxAds
import WindowboxHLS

@testable import WindowboxAdPlayback
@testable import WindowboxStitcher

@MainActor @Suite("Ad measurement") struct AdMeasurerTests {
    private final class Vendor: AdVerifier {
        let vendor: String
        let heard = Mutex<[MeasurementEvent]>([])
        init(_ vendor: String) { self.vendor = vendor }
        func receive(_ event: MeasurementEvent) { heard.withLock { $0.append(event) } }
    }

    private static let markup = """
        <VAST version="4.2"><Ad id="a"><InLine><AdSystem>T</AdSystem><AdTitle>S</AdTitle><Impression>https://a/i</Impression>\
        <ViewableImpression><Viewable>https://a/y</Viewable><NotViewable>https://a/n</NotViewable><ViewUndetermined>https://a/u\
        </ViewUndetermined></ViewableImpression><AdVerifications><Verification vendor="known"><JavaScriptResource apiFramework="omid">\
        https://v/k.js</JavaScriptResource><VerificationParameters>secret</VerificationParameters></Verification>\
        <Verification vendor="strange"><TrackingEvents><Tracking event="verificationNotExecuted">https://v/no?[REASON]</Tracking>\
        </TrackingEvents></Verification></AdVerifications><Creatives><Creative id="f"><Linear><Duration>00:00:10</Duration><MediaFiles>\
        <MediaFile delivery="progressive" type="video/mp4" width="1" height="1">https://a/f.mp4</MediaFile></MediaFiles></Linear></Creative>\
        </Creatives></InLine></Ad></VAST>
        """

    private func ad() throws -> VASTAd { try #require(try VASTDocument.read(Array(Self.markup.utf8)).ads.first) }

    private func check(_ read: VASTAd) {
        #expect(read.verifications.map(\.vendor) == ["known", "strange"])
        #expect(read.verifications.first?.scripts.first == .init(url: "https://v/k.js", apiFramework: "omid"))
        #expect(read.verifications.first?.parameters == "secret")
        #expect(read.verifications.last?.tracking.map(\.url) == ["https://v/no?[REASON]"])
        #expect(read.viewableImpression?.viewable == ["https://a/y"])
        #expect(read.viewableImpression?.undetermined == ["https://a/u"])
        #expect(read.creatives.first?.linear?.tracking.contains { $0.event == "viewable" } == false)
    }

    @Test("3.7, 4. Verification vendors and viewability URLs reach the player by asset lists and the tracking document")
    func carried() throws {
        let ad = try ad()
        let written = try JSONEncoder().encode(InsertedAsset(ad, try #require(ad.creatives.first?.linear), file: "https://a/f.mp4"))
        let listed = try #require(JSONValue.parse(Array(written)))
        check(try #require(SignaledAd.read(listed, duration: 10)))
        let candidate = try #require(AdCandidate(ad))
        let entry = JSONValue.object([.init(name: SignaledAd.member, value: candidate.signaling(duration: 10))])
        check(try #require(SignaledAd.read(entry, duration: 10)))
        var session = StitchedSession(id: "s", at: 0)
        _ = session.handle(.playlist([DiscoveredBreak(id: "b", start: 0, duration: 0)], edge: nil, CreativeAvailability()), at: 0)
        _ = session.handle(.answered(request: "b", [candidate], CreativeAvailability(ready: [candidate.creativeKey: nil])), at: 1)
        check(try #require(TrackedAds(TrackingDocument.json(of: session)).breaks.first?.ads.first))
    }

    @Test("4. Available vendors measure the ad, others are reported as not executed, and unmeasured viewability is undetermined")
    func beacons() throws {
        let (vendor, other) = (Vendor("known"), Vendor("else"))
        let measurer = AdMeasurer(vendors: [vendor, other])
        let ad = try ad()
        var tracking = AdTracking(ad, try #require(ad.creatives.first?.linear))
        var urls: [String] = []
        func follow(_ event: AdTracking.Event, at now: Double) {
            _ = tracking.handle(event, at: now)
            for case .send(_, let url, _) in measurer.follow(event, tracking, in: "b/0", .preroll, volume: 1, at: now) { urls.append(url) }
        }
        for second in 0...10 { follow(.position(Double(second)), at: Double(second)) }
        follow(.end, at: 10)
        follow(.end, at: 11)
        #expect(urls == ["https://v/no?[REASON]", "https://a/u"])
        let heard = vendor.heard.withLock { $0.map { String("\($0)".prefix { $0 != "(" }) } }
        #expect(
            heard == [
                "sessionStart", "loaded", "impression", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "sessionFinish",
            ])
        #expect(other.heard.withLock { $0.isEmpty })
    }
}
