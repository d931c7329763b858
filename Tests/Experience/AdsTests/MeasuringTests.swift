// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAdMarkup
import WindowboxAds
import WindowboxMedia

@Suite struct MeasuringTests {
    private let window = Rectangle(x: 0, y: 0, width: 1000, height: 1000)

    private func geometry(_ ad: Rectangle?, _ obstructions: ViewObstruction...) -> ViewGeometry {
        .init(ad: ad, window: window, obstructions: obstructions)
    }

    private func cover(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ purpose: ViewObstruction.Purpose? = nil)
        -> ViewObstruction
    {
        .init(frame: .init(x: x, y: y, width: width, height: height), purpose: purpose)
    }

    @Test("The visible part of an ad accounts for clipping and covers, counts overlaps once, and ignores the player's controls")
    func percentage() {
        let ad = Rectangle(x: 0, y: 0, width: 100, height: 100)
        #expect(geometry(ad).percentageInView == 100)
        #expect(geometry(ad).reasons.isEmpty)
        #expect(geometry(.init(x: 950, y: 0, width: 100, height: 100)).percentageInView == 50)
        #expect(geometry(ad, cover(0, 0, 50, 100)).percentageInView == 50)
        #expect(geometry(ad, cover(0, 0, 50, 100), cover(0, 0, 50, 50), cover(25, 0, 50, 100)).percentageInView == 25)
        #expect(geometry(ad, cover(0, 0, 100, 100, .mediaControls)).percentageInView == 100)
        #expect(geometry(ad, cover(0, 0, 500, 500)).percentageInView == 0)
        #expect(geometry(nil).reasons == [.notFound])
        var hidden = geometry(ad)
        hidden.isActive = false
        #expect(hidden.percentageInView == 0)
        #expect(hidden.reasons == [.backgrounded])
        #expect(geometry(.init(x: 950, y: 0, width: 100, height: 100), cover(950, 0, 10, 10)).reasons == [.clipped, .obstructed])
    }

    @Test("A reason has at most fifty characters")
    func reason() {
        #expect(
            ViewObstruction(frame: window, purpose: .other, reason: String(repeating: "é-", count: 60)).reason
                == String(repeating: "-", count: 50))
    }

    private let whole = Rectangle(x: 0, y: 0, width: 100, height: 100)

    @Test("An ad is viewable when half of its pixels are seen for two continuous seconds during playback")
    func viewable() {
        var measuring = Viewability()
        #expect(measuring.handle(.geometry(geometry(whole)), at: 0) == nil)
        #expect(measuring.handle(.clock, at: 10) == nil)
        #expect(measuring.handle(.playing(true), at: 10) == nil)
        #expect(measuring.handle(.clock, at: 11.9) == nil)
        #expect(measuring.handle(.clock, at: 12) == .viewable)
        #expect(measuring.handle(.end, at: 20) == nil)
        #expect(measuring.outcome == .viewable)
    }

    @Test("Interrupted seconds do not add up, and an unmeasured ad is undetermined")
    func notViewable() {
        var measuring = Viewability()
        _ = measuring.handle(.playing(true), at: 0)
        for second in 0..<10 {
            _ = measuring.handle(
                .geometry(geometry(second % 2 == 0 ? whole : .init(x: 990, y: 0, width: 100, height: 100))), at: Double(second) * 1.5)
        }
        #expect(measuring.handle(.end, at: 15) == .notViewable)
        var blind = Viewability()
        #expect(blind.handle(.end, at: 5) == .undetermined)
    }

    private let verification =
        "<AdVerifications><Verification vendor='known'><JavaScriptResource apiFramework='omid'>http://v/k.js</JavaScriptResource>"
        + "<VerificationParameters>secret</VerificationParameters></Verification><Verification vendor='strange'><TrackingEvents>"
        + "<Tracking event='verificationNotExecuted'>http://v/no?[REASON]</Tracking></TrackingEvents></Verification></AdVerifications>"

    @Test("Available vendors get the context, others the reason, and events come once and in order")
    func measurement() throws {
        let ad = try MadeAd.inline(MadeAd.linear(), more: verification)
        var measurement = AdMeasurement()
        #expect(measurement.handle(.impression(percentageInView: nil)).isEmpty)
        let started = measurement.start(ad, vendors: ["known"], partner: ("windowbox", "1"))
        guard case .measure(.sessionStart(let context)) = started.first else { return #expect(Bool(false), "no session") }
        #expect(context.resources.map(\.vendor) == ["known"])
        #expect(context.resources.first?.parameters == "secret")
        #expect(started.dropFirst() == [.send(url: "http://v/no?[REASON]", reason: 2)])
        #expect(measurement.start(ad, vendors: [], partner: ("", "")).isEmpty)
        let events: [MeasurementEvent] = [
            .start(duration: 20, volume: 1), .impression(percentageInView: 100),
            .loaded(skipOffset: nil, autoPlay: true, position: .preroll),
            .start(duration: 20, volume: 1), .impression(percentageInView: 100), .impression(percentageInView: 100), .pause,
            .start(duration: 20, volume: 1),
            .midpoint, .firstQuartile, .firstQuartile, .pause, .midpoint, .thirdQuartile, .complete, .complete, .pause,
        ]
        let passed = events.flatMap { measurement.handle($0) }
        #expect(
            passed == [
                .measure(.loaded(skipOffset: nil, autoPlay: true, position: .preroll)), .measure(.impression(percentageInView: 100)),
                .measure(.start(duration: 20, volume: 1)), .measure(.firstQuartile), .measure(.pause), .measure(.midpoint),
                .measure(.thirdQuartile),
                .measure(.complete),
            ])
        #expect(measurement.handle(.sessionFinish) == [.measure(.sessionFinish), .release(after: 1)])
        #expect(measurement.handle(.resume).isEmpty)
    }

    @Test("Each viewability outcome has its URLs")
    func urls() throws {
        let ad = try MadeAd.inline(
            MadeAd.linear(),
            more:
                "<ViewableImpression><Viewable>http://y</Viewable><NotViewable>http://n</NotViewable><ViewUndetermined>http://u</ViewUndetermined></ViewableImpression>"
        )
        #expect(Viewability.urls(.viewable, of: ad) == ["http://y"])
        #expect(Viewability.urls(.notViewable, of: ad) == ["http://n"])
        #expect(Viewability.urls(.undetermined, of: ad) == ["http://u"])
    }

    private let seen = ViewGeometry(
        ad: Rectangle(x: 0, y: 0, width: 100, height: 100), window: Rectangle(x: 0, y: 0, width: 200, height: 200))

    /// The events of a measured ad, in steps of half a second.
    private func play(_ measured: inout MeasuredAd, _ tracking: inout AdTracking, to end: Double, _ geometry: ViewGeometry?) -> [MeasuredAd
        .Action]
    {
        var actions: [MeasuredAd.Action] = []
        for half in 0...Int(end * 2) {
            let (event, now) = (AdTracking.Event.position(Double(half) / 2), Double(half) / 2)
            _ = tracking.handle(event, at: now)
            actions += measured.handle(event, of: tracking, geometry: geometry, volume: 0.5, at: now)
        }
        return actions
    }

    private let viewableImpression =
        "<ViewableImpression><Viewable>http://y</Viewable><NotViewable>http://n</NotViewable><ViewUndetermined>http://u</ViewUndetermined></ViewableImpression>"

    @Test("4. A playing ad is measured in order: context, visibility, progress, and end")
    func playing() throws {
        let ad = try MadeAd.inline(MadeAd.linear(20), more: verification + viewableImpression)
        var tracking = AdTracking(ad, try #require(ad.creatives.first?.linear))
        var measured = MeasuredAd(ad, .init(vendors: ["known"], partner: ("p", "1"), position: .preroll))
        #expect(measured.handle(.loaded, of: tracking, geometry: seen, volume: 1, at: 0).isEmpty)
        var actions = play(&measured, &tracking, to: 20, seen)
        _ = tracking.handle(.end, at: 20)
        actions += measured.handle(.end, of: tracking, geometry: seen, volume: 1, at: 20)
        let names = actions.map { action in
            switch action {
            case .measure(let event): String("\(event)".prefix { $0 != "(" })
            case .send(let event, let url, let macros): "\(event) \(url) \(macros["REASON"] == .number(2) ? "as unsupported" : "")"
            }
        }
        #expect(
            names == [
                "sessionStart", "verificationNotExecuted http://v/no?[REASON] as unsupported", "loaded", "geometryChange", "impression",
                "start",
                "viewable http://y ", "firstQuartile", "midpoint", "thirdQuartile", "complete", "sessionFinish",
            ])
        #expect(actions.contains(.measure(.impression(percentageInView: 100))))
        #expect(actions.contains(.measure(.start(duration: 20, volume: 0.5))))
    }

    @Test("4. A covered ad is not viewable, and an unmeasurable one is reported as undetermined", arguments: [true, false])
    func unseen(_ isMeasured: Bool) throws {
        let ad = try MadeAd.inline(MadeAd.linear(20), more: viewableImpression)
        var tracking = AdTracking(ad, try #require(ad.creatives.first?.linear))
        var measured = MeasuredAd(ad, .init())
        var covered = seen
        covered.obstructions = [ViewObstruction(frame: Rectangle(x: 0, y: 0, width: 100, height: 60))]
        var actions = play(&measured, &tracking, to: 20, isMeasured ? covered : nil)
        _ = tracking.handle(.end, at: 20)
        actions += measured.handle(.end, of: tracking, geometry: nil, volume: 1, at: 20)
        let sent = actions.compactMap { if case .send(_, let url, _) = $0 { url } else { nil } }
        #expect(sent == [isMeasured ? "http://n" : "http://u"])
    }
}
