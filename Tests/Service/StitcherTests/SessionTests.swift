// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxAdMarkup
import WindowboxHLS
import WindowboxStitcher

@Suite("3.1 and 3.3 Sessions") struct SessionTests {
    private typealias Session = StitchedSession

    private func ad(_ name: String, _ duration: Double = 30, advertiser: String? = nil, categories: [String] = []) -> AdCandidate {
        var ad = AdCandidate(id: name, creativeKey: "k-\(name)", duration: duration)
        ad.errors = ["http://e/\(name)?[ERRORCODE]"]
        ad.source = "http://s/\(name).mp4"
        ad.advertiser = advertiser
        ad.categories = categories
        return ad
    }

    private func availability(_ names: String...) -> CreativeAvailability {
        CreativeAvailability(
            ready: Dictionary(uniqueKeysWithValues: (names + ["slate", "bumper"]).map { ($0.count == 1 ? "k-\($0)" : $0, nil) }))
    }

    private typealias Change = (inout Session.Configuration) -> Void

    private func session(_ change: Change = { _ in }) -> Session {
        var configuration = Session.Configuration()
        configuration.isLive = true
        change(&configuration)
        return Session(
            id: "s", configuration: configuration, viewer: .init(address: "1.2.3.4", userAgent: "UA"), parameters: ["p": "q"], at: 1000)
    }

    private func found(_ id: String = "b", _ start: Double = 100, _ duration: Double? = 60, end: Double? = nil) -> DiscoveredBreak {
        var entry = DiscoveredBreak(id: id, start: start, duration: duration)
        entry.end = end
        return entry
    }

    private func edge(_ time: Double) -> Session.Edge { .init(time: time, targetDuration: 6) }

    private func asks(_ actions: [Session.Action]) -> [String] {
        actions.compactMap { if case .ask(let request) = $0 { request.id } else { nil } }
    }

    private func reports(_ actions: [Session.Action]) -> [String] {
        actions.flatMap { action -> [String] in
            if case .report(let code, let urls) = action { urls.map { "\(code.number) \($0)" } } else { [] }
        }
    }

    /// What plays, with `slate:30` for slate.
    private func slots(_ session: Session, _ index: Int = 0) -> [String] {
        (session.breaks[index].decision?.slots ?? []).map { slot in slot.ad?.id ?? "\(slot.kind.rawValue):\(Int(slot.duration))" }
    }

    /// A break of a minute, and the ads in its response.
    private func fill(
        _ ads: [AdCandidate], _ availability: CreativeAvailability, duration: Double? = 60, _ change: Change = { _ in }
    ) -> (Session, [Session.Action]) {
        var session = session(change)
        _ = session.handle(.playlist([found("b", 100, duration)], edge: edge(90), availability), at: 1000)
        let actions = session.handle(.answered(request: "b", ads, availability), at: 1001)
        return (session, actions)
    }

    @Test("A break is requested once for all renditions and reloads, and its decision stays")
    func once() {
        var session = session()
        let availability = availability("a", "b")
        #expect(asks(session.handle(.playlist([found()], edge: edge(90), availability), at: 1000)) == ["b"])
        #expect(asks(session.handle(.playlist([found()], edge: edge(90), availability), at: 1000)).isEmpty)
        #expect(session.handle(.answered(request: "b", [ad("a")], availability), at: 1001) == [.decided(breakID: "b")])
        #expect(slots(session) == ["a"])
        // A second response, and a later one with other ads, change nothing.
        #expect(reports(session.handle(.answered(request: "b", [ad("b")], availability), at: 1001)) == ["304 http://e/b?[ERRORCODE]"])
        #expect(slots(session) == ["a"])
        // The same break with another ID, slightly moved.
        #expect(asks(session.handle(.playlist([found("at-100000", 100.4)], edge: edge(96), availability), at: 1002)).isEmpty)
    }

    @Test("A request has the viewer, the duration, and the marker's data")
    func variables() throws {
        var session = session()
        var entry = found("b", 100, 30)
        entry.splice = try SpliceInfo(
            command: .timeSignal(nil), descriptors: [.segmentation(.init(eventID: 77, type: .providerPlacementStart))]
        ).write()
        entry.metadata = ["GENRE": "news"]
        let actions = session.handle(.playlist([entry], edge: edge(90), availability()), at: 1000)
        guard case .ask(let request) = actions.first else { return #expect(Bool(false), "nothing was requested") }
        #expect(request.variables["session.client_ip"] == "1.2.3.4" && request.variables["player_params.p"] == "q")
        #expect(request.variables["session.avail_duration_secs"] == "30" && request.variables["avail.index"] == "0")
        #expect(request.variables["scte.event_id"] == "77" && request.variables["scte.segmentation_type_id"] == "52")
        #expect(request.variables["asset.genre"] == "news" && request.deadline == 1003 && request.duration == 30)
        let filled = AdMacroValues(variables: request.variables).fill(
            "http://a/?d=[session.avail_duration_secs]&r=[avail.random]", for: .requests)
        #expect(filled.hasPrefix("http://a/?d=30&r=") && !filled.contains("["))
    }

    @Test("A playlist with the break waits for the response, and at the deadline the break is decided without ads")
    func deadline() {
        var session = session { $0.fill.slate = .init(creativeKey: "slate", duration: 10) }
        let availability = availability("a")
        _ = session.handle(.playlist([found()], edge: edge(90), availability), at: 1000)
        #expect(session.handle(.playlist([found()], edge: edge(102), availability), at: 1001) == [.hold(breakID: "b", until: 1003)])
        #expect(session.handle(.clock(availability), at: 1003) == [.decided(breakID: "b")])
        #expect(session.breaks.first?.decision?.outcome == .late && slots(session) == ["slate:60"])
        #expect(reports(session.handle(.answered(request: "b", [ad("a")], availability), at: 1004)) == ["304 http://e/a?[ERRORCODE]"])
        #expect(slots(session) == ["slate:60"])
    }

    @Test("Whole ads that fit are chosen: 70 s with two of 40 s gives one and slate, 30 s with one of 40 s gives none")
    func fitting() {
        let slate: (inout Session.Configuration) -> Void = { $0.fill.slate = .init(creativeKey: "slate", duration: 10) }
        #expect(slots(fill([ad("a", 40), ad("b", 40)], availability("a", "b"), duration: 70, slate).0) == ["a", "slate:30"])
        let (none, actions) = fill([ad("a", 40)], availability("a"), duration: 30, slate)
        #expect(
            slots(none) == ["slate:30"] && none.breaks[0].decision?.outcome == .empty && reports(actions) == ["202 http://e/a?[ERRORCODE]"])
        #expect(slots(fill([ad("a", 40), ad("b", 20)], availability("a", "b"), duration: 30).0) == ["b"])
    }

    @Test("Slight overfill is allowed if the operator says so, and an underfilled break gets slate")
    func policies() {
        #expect(slots(fill([ad("a", 31)], availability("a"), duration: 30) { $0.fill.overfillTolerance = 2 }.0) == ["a"])
        let (session, _) = fill([ad("a", 10)], availability("a")) {
            $0.fill.largestUnderfill = 20
            $0.fill.slate = .init(creativeKey: "slate", duration: 10)
        }
        #expect(session.breaks[0].decision?.outcome == .underfilled && slots(session) == ["slate:60"])
        #expect(
            slots(fill([ad("a", 10), ad("b", 10), ad("c", 10)], availability("a", "b", "c")) { $0.fill.maximumAds = 2 }.0) == ["a", "b"])
    }

    @Test("Bumpers surround the ads and count towards the break's duration, and long ones are left out")
    func bumpers() {
        let set: (inout Session.Configuration) -> Void = {
            $0.fill.startBumper = .init(creativeKey: "bumper", duration: 5)
            $0.fill.endBumper = .init(creativeKey: "bumper", duration: 5)
            $0.fill.slate = .init(creativeKey: "slate", duration: 10)
        }
        #expect(slots(fill([ad("a", 30), ad("b", 30)], availability("a", "b"), set).0) == ["bumper:5", "a", "slate:20", "bumper:5"])
        #expect(slots(fill([], availability(), set).0) == ["slate:60"])
        #expect(
            slots(fill([ad("a", 60)], availability("a")) { $0.fill.startBumper = .init(creativeKey: "bumper", duration: 11) }.0) == ["a"])
    }

    @Test("An ad not in the ladder is prepared and skipped with error 407, and one that can't be with 411")
    func preparing() {
        var availability = availability("b")
        availability.failed = ["k-c"]
        let (session, actions) = fill([ad("a"), ad("c"), ad("b")], availability)
        #expect(slots(session) == ["b"] && actions.contains(.prepare(creativeKey: "k-a", source: "http://s/a.mp4")))
        #expect(reports(actions) == ["407 http://e/a?[ERRORCODE]", "411 http://e/c?[ERRORCODE]"])
        // The creative's actual duration counts, not the announced one.
        #expect(fill([ad("a", 30)], CreativeAvailability(ready: ["k-a": 61])).0.breaks[0].decision?.ads.isEmpty == true)
    }

    @Test("An ad without a file or prepared creative is skipped with error 406")
    func filmless() {
        var bare = ad("a")
        bare.source = nil
        let (session, actions) = fill([bare, ad("b")], availability("b"))
        #expect(slots(session) == ["b"] && reports(actions) == ["406 http://e/a?[ERRORCODE]"])
        // An available creative needs no URL.
        #expect(slots(fill([bare], availability("a")).0) == ["a"])
    }

    @Test("No creative repeats in a break, competitors are separated, and caps hold across breaks")
    func separation() {
        let availability = availability("a", "b", "c")
        #expect(slots(fill([ad("a", 10), ad("a", 10), ad("b", 10)], availability).0) == ["a", "b"])
        let rivals = [ad("a", 10, advertiser: "x"), ad("b", 10, advertiser: "x"), ad("c", 10, categories: ["cars"])]
        #expect(slots(fill(rivals, availability) { $0.fill.separation.separatesAdvertisers = true }.0) == ["a", "c"])
        let cars = [ad("a", 10, categories: ["cars"]), ad("b", 10, categories: ["cars", "x"])]
        #expect(slots(fill(cars, availability) { $0.fill.separation.separatesCategories = true }.0) == ["a"])
        var (session, _) = fill([ad("a", 10)], availability) { $0.fill.separation.caps = [.init(.creative, count: 1, period: 600)] }
        for (index, time) in [(1, 1100.0), (2, 1700)] {
            _ = session.handle(.playlist([found("b\(index)", 100 + Double(index) * 200)], edge: edge(90), availability), at: time)
            _ = session.handle(.answered(request: "b\(index)", [ad("a", 10)], availability), at: time)
        }
        #expect(slots(session, 1).isEmpty && slots(session, 2) == ["a"])
    }

    @Test("An early return cuts the break, and reports error 206 for ads that do not play, once")
    func earlyReturn() {
        var (session, _) = fill([ad("a"), ad("b")], availability("a", "b"))
        let early = found("b", 100, 60, end: 125)
        let actions = session.handle(.playlist([early], edge: edge(130), availability("a", "b")), at: 1030)
        #expect(actions.contains(.cut(breakID: "b", at: 125)) && reports(actions) == ["206 http://e/b?[ERRORCODE]"])
        #expect(session.handle(.playlist([early], edge: edge(130), availability("a", "b")), at: 1031).isEmpty)
        #expect(session.liveBreaks { _ in nil }.first?.end == 125)
    }

    @Test("Suppression: breaks behind the live edge, breaks too soon after joining, and joining midway")
    func suppression() {
        func outcome(_ start: Double, _ suppression: AvailSuppression, _ joining: AvailSuppression.Joining = .fullAvailOnly) -> Session {
            var session = session {
                $0.suppression = suppression
                $0.joining = joining
            }
            _ = session.handle(.playlist([found("b", start)], edge: edge(1000), availability()), at: 1000)
            return session
        }
        func isSuppressed(_ session: Session) -> Bool { session.breaks.first?.decision?.outcome == .suppressed }
        #expect(!isSuppressed(outcome(500, .off)))
        #expect(isSuppressed(outcome(940, .behindLiveEdge(60))) && !isSuppressed(outcome(941, .behindLiveEdge(60))))
        #expect(isSuppressed(outcome(1000, .behindLiveEdge(0))) && !isSuppressed(outcome(1001, .behindLiveEdge(0))))
        #expect(isSuppressed(outcome(1020, .afterLiveEdge(30))) && !isSuppressed(outcome(1030, .afterLiveEdge(30))))
        let middle = outcome(980, .afterLiveEdge(0), .partialAvail)
        #expect(!isSuppressed(middle))
        #expect(middle.breaks.first?.start == 1000)
        #expect(middle.breaks.first?.available == 40)
        #expect(isSuppressed(outcome(900, .afterLiveEdge(0), .partialAvail)))
    }

    @Test("A live pre-roll begins behind the live edge, and the part of a break that it covers is not filled again")
    func preroll() {
        var session = session { $0.livePreroll = 15 }
        let availability = availability("a", "b")
        let first = session.handle(.playlist([found("b", 92, 60)], edge: edge(100), availability), at: 1000)
        #expect(asks(first) == ["preroll"])
        #expect(session.breaks.first?.start == 88)
        let second = session.handle(.answered(request: "preroll", [ad("a", 15)], availability), at: 1001)
        #expect(asks(second) == ["b"])
        #expect(session.breaks.map(\.start) == [88, 103])
        #expect(session.breaks.last?.available == 49)
    }

    @Test("3.3 Bumpers appear not in a live pre-roll, but in the breaks after it") func prerollBumpers() {
        var session = session {
            $0.livePreroll = 15
            $0.fill.startBumper = .init(creativeKey: "bumper", duration: 5)
        }
        let availability = availability("a", "b")
        _ = session.handle(.playlist([found("b", 300, 60)], edge: edge(100), availability), at: 1000)
        _ = session.handle(.answered(request: "preroll", [ad("a", 15)], availability), at: 1001)
        _ = session.handle(.playlist([found("b", 300, 60)], edge: edge(300), availability), at: 1002)
        _ = session.handle(.answered(request: "b", [ad("b", 55)], availability), at: 1003)
        #expect(slots(session) == ["a"])
        #expect(slots(session, 1) == ["bumper:5", "b"])
    }

    @Test("Prefetched ads fill the first matching break of their window, and expire")
    func prefetch() throws {
        var session = session()
        let availability = availability("a")
        let schedule = PrefetchSchedule(
            id: "p", retrieval: .init(start: 1000, end: 1010), consumption: .init(start: 1003, end: 2000),
            criteria: [.init("scte.event_id", "9")])
        #expect(asks(session.handle(.prefetch(schedule), at: 999)).isEmpty)
        #expect(asks(session.handle(.clock(availability), at: 1000)) == ["p"])
        #expect(asks(session.handle(.clock(availability), at: 1001)).isEmpty)
        _ = session.handle(.answered(request: "p", [ad("a")], availability), at: 1002)
        #expect(asks(session.handle(.playlist([found("other", 100)], edge: edge(90), availability), at: 1003)) == ["other"])
        var matching = found("nine", 300)
        matching.splice = try SpliceInfo(command: .insert(SpliceEvent(id: 9))).write()
        #expect(session.handle(.playlist([matching], edge: edge(290), availability), at: 1004).contains(.decided(breakID: "nine")))
        #expect(slots(session, 1) == ["a"])
        var late = self.session()
        _ = late.handle(.prefetch(schedule), at: 2000)
        #expect(late.handle(.clock(availability), at: 2000).isEmpty)
        #expect(late.prefetches.isEmpty)
    }

    @Test("3.3 A prefetch that is deleted or empty leaves its break to a normal request")
    func noPrefetch() {
        let availability = availability("a")
        let schedule = PrefetchSchedule(id: "p", retrieval: .init(start: 1000, end: 1010), consumption: .init(start: 1003, end: 2000))
        for event in [Session.Event.cancelPrefetch(id: "p"), .answered(request: "p", nil, availability)] {
            var session = session()
            #expect(asks(session.handle(.prefetch(schedule), at: 1000)) == ["p"])
            _ = session.handle(event, at: 1002)
            #expect(asks(session.handle(.playlist([found()], edge: edge(90), availability), at: 1003)) == ["b"])
        }
    }

    @Test("3.2 Breaks are numbered from 1 for schedules that count them, without live pre-rolls") func numbers() {
        var session = session { $0.livePreroll = 15 }
        func numbers(_ actions: [Session.Action]) -> [Int?] {
            actions.compactMap { if case .ask(let request) = $0 { .some(request.number) } else { nil } }
        }
        #expect(numbers(session.handle(.playlist([found("b", 200)], edge: edge(100), availability()), at: 1000)) == [nil, 1])
        #expect(numbers(session.handle(.playlist([found("c", 400)], edge: edge(300), availability()), at: 1200)) == [2])
    }

    @Test("4. A schedule's break events are reported with the break's first and last ad") func ownTracking() {
        var candidates = [ad("a", 15), ad("b", 15), ad("c", 15)]
        for index in candidates.indices {
            candidates[index].trackers = AdCandidate.breakEvents.map { .init(event: $0, url: "http://v/\($0)") }
        }
        let (session, _) = fill(candidates, availability("a", "c"))
        let events = session.breaks[0].decision?.ads.map { $0.trackers.map(\.event) }
        #expect(events == [["breakStart"], ["breakEnd"]])
        #expect(fill([candidates[1]], availability("b")).0.breaks[0].decision?.ads[0].trackers.map(\.event) == ["breakStart", "breakEnd"])
    }

    @Test("3.3 A bumper's actual duration counts, and one that turns out too long is left out") func films() {
        var availability = availability("a")
        availability.ready["bumper"] = .some(4)
        availability.ready["slate"] = .some(30)
        let (session, _) = fill([ad("a", 30)], availability) {
            $0.fill.startBumper = .init(creativeKey: "bumper", duration: 10)
            $0.fill.endBumper = .init(creativeKey: "slate", duration: 10)
        }
        #expect(slots(session) == ["bumper:4", "a"])
    }

    @Test("Parameters of a live session are replaced for future breaks, those of a recording never")
    func replacing() {
        var live = session()
        _ = live.handle(.replaceParameters(["x": "y"]), at: 1000)
        #expect(live.parameters == ["x": "y"])
        var recorded = session { $0.isLive = false }
        _ = recorded.handle(.replaceParameters(["x": "y"]), at: 1000)
        #expect(recorded.parameters == ["p": "q"])
    }

    @Test("A session ends when idle, after its lifetime, or when deleted, and does not come back")
    func expiry() {
        var session = session {
            $0.idleTimeout = 100
            $0.lifetime = 250
        }
        #expect(session.handle(.playlist([], edge: edge(1), availability()), at: 1090).isEmpty)
        #expect(session.handle(.playlist([], edge: edge(1), availability()), at: 1180).isEmpty)
        #expect(session.handle(.playlist([found()], edge: edge(1), availability()), at: 1260) == [.refuse(.expired)])
        #expect(session.handle(.playlist([found()], edge: edge(1), availability()), at: 1281) == [.refuse(.expired)])
        #expect(session.breaks.isEmpty)
        #expect(Session.Refusal.expired.status == 400)
        #expect(Session.Refusal.deleted.status == 410)
        var deleted = self.session()
        _ = deleted.handle(.delete, at: 1000)
        #expect(deleted.handle(.playlist([], edge: nil, availability()), at: 1000) == [.refuse(.deleted)])
        #expect(Session.Configuration.idleTimeout(playlistDuration: 30) == 300)
    }

    @Test("Another process that restores the session continues as the first one would have", arguments: 0..<6)
    func restored(_ cut: Int) throws {
        let availability = availability("a", "b")
        let events: [Session.Event] = [
            .playlist([found("1", 100), found("2", 300, 30)], edge: edge(90), availability),
            .answered(request: "1", [ad("a"), ad("b")], availability),
            .playlist([found("1", 100, 60, end: 120)], edge: edge(125), availability), .clock(availability),
            .answered(request: "2", [ad("b")], availability),
            .playlist([found("2", 300, 30)], edge: edge(310), availability),
        ]
        var (first, second) = (session(), session())
        for (index, event) in events.enumerated() {
            let now = 1000 + Double(index)
            if index == cut { second = try JSONDecoder().decode(Session.self, from: JSONEncoder().encode(second)) }
            #expect(first.handle(event, at: now) == second.handle(event, at: now))
        }
        #expect(first == second)
    }

    @Test("All renditions get the same breaks, and a restored session gives the same bytes")
    func playlists() throws {
        var session = session { $0.isLive = false }
        let availability = availability("a", "b")
        _ = session.handle(.playlist([found("m", 6, 0)], edge: nil, availability), at: 1000)
        _ = session.handle(.answered(request: "m", [ad("a", 10), ad("b", 5)], availability), at: 1000)
        let content = try media("#EXT-X-TARGETDURATION:6\n#EXTINF:6,\nc0.ts\n#EXTINF:6,\nc1.ts\n#EXT-X-ENDLIST\n")
        func bytes(_ session: Session) throws -> [UInt8] {
            let films = ["k-a": try creative("a", [5, 5]), "k-b": try creative("b", [5])]
            return PlaylistStitch().apply(to: content, breaks: session.recordedBreaks { films[$0.creativeKey] }).playlist.write()
        }
        let restored = try JSONDecoder().decode(Session.self, from: JSONEncoder().encode(session))
        #expect(try bytes(session) == bytes(restored))
        #expect(String(decoding: try bytes(session), as: UTF8.self).contains("http://ads/b/b0.ts"))
    }

    @Test("Slate is looped, and cut at a segment boundary", arguments: [(30.0, 3, 30.0), (25, 3, 25), (4.6, 1, 5), (4, 0, 0)])
    func slate(_ seconds: Double, _ loops: Int, _ total: Double) throws {
        let looped = try creative("s", [5, 5]).looped(for: seconds)
        #expect(looped.count == loops)
        #expect(looped.reduce(0) { $0 + $1.duration } == total)
    }

    @Test("Breaks that left all playlists are removed, so a day of live streaming uses little memory")
    func forgetting() throws {
        var session = session()
        let availability = availability("a")
        for index in 0..<200 {
            let start = Double(index) * 300
            var edge = edge(start - 10)
            edge.windowStart = start - 120
            _ = session.handle(.playlist([found("b\(index)", start)], edge: edge, availability), at: 1000 + start / 100)
            _ = session.handle(.answered(request: "b\(index)", [ad("a")], availability), at: 1000 + start / 100)
        }
        #expect(session.breaks.count < 4)
        #expect(session.breaks.last?.index == 199)
        #expect(session.showings.count < 3)
    }
}
