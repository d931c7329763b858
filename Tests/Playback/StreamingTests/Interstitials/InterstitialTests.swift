// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("Interstitials")
struct InterstitialTests {
    private static let date = "#EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00Z"

    /// - Parameter second: Seconds into the content, below 60.
    static func tag(_ id: String, _ second: Int, _ attributes: String) -> String {
        let digits = second < 10 ? "0\(second)" : "\(second)"
        return "#EXT-X-DATERANGE:ID=\"\(id)\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"2020-01-01T00:00:\(digits)Z\",\(attributes)"
    }

    private static func player(_ tags: @escaping (Double) -> [String], isLive: Bool = false) -> ScriptedPlayer {
        ScriptedPlayer(StreamingSession(source: "http://host/m.m3u8")) { load, time in
            guard load.address.hasSuffix("m3u8") else { return .media() }
            guard isLive else {
                return .text(Sample.onDemand("s", segments: 15, extra: [0: ([date] + tags(time)).joined(separator: "\n")]))
            }
            // The window's first segment is six before the last.
            let first = max(0, Int(((time + 24) / 4).rounded(.down)) - 6) * 4
            let stated = date.replacing("00:00:00Z", with: first < 10 ? "00:00:0\(first)Z" : "00:00:\(first)Z")
            return .text(Sample.live("s", at: time, history: 24, head: (tags(time) + [stated]).joined(separator: "\n") + "\n"))
        }
    }

    static func schedule(_ tags: [String]) -> InterstitialSchedule {
        var player = player { _ in tags }
        player.send(.start(.automatic))
        player.run(until: 2)
        return player.session.interstitials
    }

    @Test("3.8 (1) Date ranges become a schedule with all attributes, in playback order")
    func attributes() throws {
        let schedule = Self.schedule([
            Self.tag(
                "b", 30,
                "X-ASSET-LIST=\"list.json\",X-RESUME-OFFSET=0,X-RESTRICT=\"SKIP,JUMP\",X-TIMELINE-OCCUPIES=RANGE,X-TIMELINE-STYLE=PRIMARY"),
            Self.tag(
                "a", 10,
                "X-ASSET-URI=\"ad.m3u8\",DURATION=15,X-PLAYOUT-LIMIT=12.5,X-CONTENT-MAY-VARY=\"NO\",X-SKIP-CONTROL-OFFSET=5,X-SKIP-CONTROL-DURATION=8,X-SKIP-CONTROL-LABEL-ID=\"skip\""
            ),
            Self.tag("pre", 50, "X-ASSET-URI=\"pre.m3u8\",CUE=\"PRE,ONCE\""),
            Self.tag("post", 1, "X-ASSET-URI=\"post.m3u8\",CUE=\"POST\""),
            "#EXT-X-DATERANGE:ID=\"other\",START-DATE=\"2020-01-01T00:00:05Z\"",
        ])
        #expect(schedule.events.map(\.id) == ["pre", "a", "b", "post"])
        let a = try #require(schedule.events.first { $0.id == "a" })
        #expect(a.place == .time(10))
        #expect(a.asset == .playlist("http://host/ad.m3u8"))
        #expect(a.duration == 15)
        #expect(a.playoutLimit == 12.5)
        #expect(a.resumeOffset == nil)
        #expect(!a.mayVary)
        #expect(!a.occupiesRange)
        #expect(!a.looksPrimary)
        #expect(a.skipControl == .init(offset: 5, duration: 8, labelID: "skip"))
        let b = try #require(schedule.events.first { $0.id == "b" })
        #expect(b.asset == .list("http://host/list.json"))
        #expect(b.resumeOffset == 0)
        #expect(b.restrictsSkip)
        #expect(b.restrictsJump)
        #expect(b.occupiesRange)
        #expect(b.looksPrimary)
        #expect(b.mayVary)
        #expect(schedule.beforeBeginning.map(\.id) == ["pre"])
        #expect(schedule.afterEnd.map(\.id) == ["post"])
    }

    @Test("3.8 (8) Interstitials are due in turn, and each resumes at its own position")
    func playing() throws {
        var schedule = Self.schedule([
            Self.tag("a", 10, "X-ASSET-URI=\"a.m3u8\",X-RESUME-OFFSET=6"), Self.tag("c", 10, "X-ASSET-URI=\"c.m3u8\",CUE=\"ONCE\""),
            Self.tag("d", 20, "X-ASSET-URI=\"d.m3u8\""),
        ])
        #expect(schedule.next(from: 0)?.id == "a")
        #expect(schedule.due(from: 9.9, to: 10).isEmpty)
        #expect(schedule.due(from: 10, to: 10.1).map(\.id) == ["a", "c"])
        schedule.finished("a")
        schedule.finished("c")
        // An event without ONCE plays again.
        #expect(schedule.due(from: 10, to: 10.1).map(\.id) == ["a"])
        #expect(schedule.resumption(after: schedule.events[0], elapsed: 30) == 16)
        let last = try #require(schedule.next(from: 10.5))
        #expect(schedule.resumption(after: last, elapsed: 30) == 50)
    }

    @Test("3.8 (1) A date range of another class is never an interstitial", arguments: ["CLASS=\"org.example.chapter\",", ""])
    func otherClass(attribute: String) {
        let own = "CLASS=\"com.apple.hls.interstitial\","
        let tag = Self.tag("a", 10, "X-ASSET-URI=\"a.m3u8\"")
        #expect(Self.schedule([tag]).events.count == 1)
        #expect(Self.schedule([tag.replacing(own, with: attribute)]).events.isEmpty)
    }

    @Test("3.8 (1) Snapping leaves and resumes at the nearest segment boundary")
    func snapping() {
        let schedule = Self.schedule([
            Self.tag("a", 9, "X-ASSET-URI=\"a.m3u8\",X-SNAP=\"OUT,IN\",X-RESUME-OFFSET=5"),
            Self.tag("b", 31, "X-ASSET-URI=\"b.m3u8\",X-SNAP=\"IN\""),
        ])
        #expect(schedule.events[0].place == .time(8))
        #expect(schedule.resumption(after: schedule.events[0], elapsed: 0) == 12)
        #expect(schedule.events[1].place == .time(31))
        #expect(schedule.resumption(after: schedule.events[1], elapsed: 4) == 36)
    }

    @Test("3.8 (1) With a separate audio playlist, snapping leaves at the earliest boundary of both and resumes at the latest")
    func snappingOfSeveral() throws {
        let tags = [
            Self.date, Self.tag("a", 10, "X-ASSET-URI=\"a.m3u8\",X-SNAP=\"OUT,IN\",X-RESUME-OFFSET=6"),
            Self.tag("b", 34, "X-ASSET-URI=\"b.m3u8\",X-SNAP=\"OUT\""), Self.tag("c", 40, "X-ASSET-URI=\"c.m3u8\",X-SNAP=\"IN\""),
        ]
        var player = ScriptedPlayer(StreamingSession(source: "http://host/m.m3u8")) { load, _ in
            guard load.address.hasSuffix("m3u8") else { return .media() }
            if load.address.hasSuffix("/m.m3u8") { return .text(Sample.withAudio) }
            let isSound = load.address.hasSuffix("/en.m3u8")
            let extra = isSound ? [:] : [0: tags.joined(separator: "\n")]
            return .text(Sample.onDemand("s", segments: 10, duration: isSound ? 5 : 6, extra: extra))
        }
        player.send(.start(.automatic))
        player.run(until: 2)
        let schedule = player.session.interstitials
        // Boundaries are at 6, 12, 18… in the video and 5, 10, 15… in the audio.
        #expect(schedule.events.map(\.place) == [.time(10), .time(35), .time(40)])
        #expect(schedule.events.map { schedule.resumption(after: $0, elapsed: 4) } == [18, 39, 45])
        let plans = player.log.compactMap { if case .interstitials(let schedule) = $0.action { schedule } else { nil } }
        #expect(plans.last == schedule)
    }

    @Test("3.8 (1) A live stream resumes at a boundary that its playlist has by then")
    func snappingLive() throws {
        var player = Self.player(
            { _ in [Self.tag("a", 20, "X-ASSET-URI=\"a.m3u8\",X-SNAP=\"IN\",CUE=\"ONCE\"")] }, isLive: true)
        player.send(.start(.automatic))
        player.run(until: 38)
        let plans = player.log.compactMap { if case .interstitials(let schedule) = $0.action { schedule } else { nil } }
        let event = try #require(plans.last?.events.first)
        guard case .time(let place) = event.place else {
            Issue.record("the interstitial has no time")
            return
        }
        // The time is beyond the end of the first playlist.
        let (first, last) = (try #require(plans.first), try #require(plans.last))
        #expect(first.resumption(after: event, elapsed: 21) == place + 21)
        let back = try #require(last.resumption(after: event, elapsed: 21))
        #expect(back != place + 21)
        #expect(abs(back - place - 21) <= 2)
    }

    @Test("3.8 (1) A seek past jump restrictions must play the last one, every time unless it is CUE=\"ONCE\"")
    func restricted() {
        var schedule = Self.schedule([
            Self.tag("a", 10, "X-ASSET-URI=\"a.m3u8\",X-RESTRICT=\"JUMP\""),
            Self.tag("b", 20, "X-ASSET-URI=\"b.m3u8\",X-RESTRICT=\"JUMP\",CUE=\"ONCE\""),
            Self.tag("c", 30, "X-ASSET-URI=\"c.m3u8\""),
        ])
        #expect(schedule.obstacle(from: 0, to: 40)?.id == "b")
        #expect(schedule.obstacle(from: 0, to: 15)?.id == "a")
        #expect(schedule.obstacle(from: 40, to: 0) == nil)
        schedule.finished("b")
        #expect(schedule.obstacle(from: 0, to: 40)?.id == "a")
        schedule.finished("a")
        #expect(schedule.obstacle(from: 0, to: 40)?.id == "a")
    }

    @Test("3.8 (4) Asset requests contain the primary session ID and the join offset")
    func address() {
        let schedule = Self.schedule([
            Self.tag("a", 10, "X-ASSET-URI=\"a.m3u8?z=1\""), Self.tag("b", 20, "X-ASSET-LIST=\"data:application/json,{}\""),
        ])
        #expect(schedule.events[0].address(session: "A B") == "http://host/a.m3u8?_HLS_primary_id=A%20B&z=1")
        #expect(
            schedule.events[0].address(session: "x", joinedAt: 4.5) == "http://host/a.m3u8?_HLS_primary_id=x&_HLS_start_offset=4.500&z=1")
        #expect(schedule.events[1].address(session: "x") == "data:application/json,{}")
    }

    @Test("3.8 (1) The plan changes only when a live playlist changes its date ranges")
    func replanned() {
        var player = Self.player(
            { time in
                let first = Self.tag("a", 40, "X-ASSET-URI=\"a.m3u8\"")
                let changed = Self.tag("a", 44, "X-ASSET-URI=\"a.m3u8\"")
                return time < 10 ? [first] : [changed, Self.tag("b", 50, "X-ASSET-URI=\"b.m3u8\"")]
            }, isLive: true)
        player.send(.start(.automatic))
        player.run(until: 30)
        let plans = player.log.compactMap { if case .interstitials(let schedule) = $0.action { schedule } else { nil } }
        #expect(plans.first?.events.map(\.id) == ["a"])
        #expect(plans.last?.events.contains { $0.id == "b" } == true)
        #expect(plans.count >= 2)
        #expect(plans.count <= 4)
        #expect(player.journal.contains { $0.contains("interstitial") && $0.contains("b") })
    }

    @Test("3.8 (1) A stream without dates keeps only interstitials that need none")
    func undated() {
        var player = ScriptedPlayer(StreamingSession(source: "http://host/m.m3u8")) { load, _ in
            load.address.hasSuffix("m3u8")
                ? .text(
                    Sample.onDemand(
                        "s", segments: 4,
                        extra: [
                            0: Self.tag("a", 5, "X-ASSET-URI=\"a.m3u8\"") + "\n" + Self.tag("p", 5, "X-ASSET-URI=\"p.m3u8\",CUE=\"PRE\"")
                        ]))
                : .media()
        }
        player.send(.start(.automatic))
        player.run(until: 2)
        #expect(player.session.interstitials.events.map(\.id) == ["p"])
    }
}
