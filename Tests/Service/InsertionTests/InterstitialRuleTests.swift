// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxEngine
import WindowboxHLS
import WindowboxKit
import WindowboxServiceKit

@testable import WindowboxStreaming

/// The player's rules for HLS interstitials. Titles begin with the number of the rule in the table of the Ads module's
/// documentation; the engine's own tests check them during playback.
@Suite("Interstitial rules", .timeLimit(.minutes(2))) struct InterstitialRuleTests {
    private static let interstitial = "com.apple.hls.interstitial"

    /// A minute of content, dated from 1970-01-02.
    private func schedule(_ ranges: [String], isDated: Bool = true) throws -> InterstitialSchedule {
        let dates = isDated ? "#EXT-X-PROGRAM-DATE-TIME:1970-01-02T00:00:00Z\n" : ""
        let segments = (0..<10).map { "#EXTINF:6,\n\($0).ts\n" }.joined()
        let text =
            "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:6\n\(ranges.map { $0 + "\n" }.joined())\(dates)\(segments)#EXT-X-ENDLIST\n"
        let playlist = try #require(Playlist.parse(Array(text.utf8), baseURL: "https://c/m.m3u8").playlist?.media)
        var schedule = InterstitialSchedule()
        _ = schedule.plan(playlist, dateOfZero: isDated ? 86_400 : nil, shift: 0)
        return schedule
    }

    private func range(_ id: String, _ second: Int, _ attributes: String, of kind: String? = interstitial) -> String {
        let time = "1970-01-02T00:00:" + (second < 10 ? "0" : "") + "\(second)Z"
        let named = kind.map { "CLASS=\"\($0)\"," } ?? ""
        return "#EXT-X-DATERANGE:ID=\"\(id)\",\(named)START-DATE=\"\(time)\",\(attributes)"
    }

    private func asset(_ id: String, _ second: Int, _ more: String = "") -> String {
        range(id, second, "X-ASSET-URI=\"https://a/\(id).m3u8\"" + more)
    }

    private func course(_ ranges: [String]) throws -> InterstitialScheduler {
        var course = InterstitialScheduler()
        course.plan(try schedule(ranges))
        return course
    }

    /// Plays the assets of a break, each for ten seconds.
    private func play(
        _ pause: InterstitialBreak?, in course: inout InterstitialScheduler, _ ending: InterstitialBreak.Ending = .played
    ) throws -> (ids: [String], then: InterstitialBreak.Continuation) {
        var pause = try #require(pause)
        var ids: [String] = []
        while let event = pause.event {
            ids.append(event.id)
            if ending == .played { pause.played(10) }
            pause.finish(ending)
            course.finished(event.id)
        }
        return (ids, pause.resumption(in: course.schedule))
    }

    @Test("3.8 (1) Unknown values are ignored, and a date range without an asset is no interstitial")
    func unknown() throws {
        let odd = asset(
            "a", 10,
            ",X-SNAP=\"IN,SIDEWAYS\",X-RESTRICT=\"NOTHING\",X-TIMELINE-OCCUPIES=SPHERE,X-TIMELINE-STYLE=LOUD,X-CONTENT-MAY-VARY=\"MAYBE\"")
        let schedule = try schedule([odd, range("c", 30, "X-RESUME-OFFSET=0")])
        #expect(schedule.events.map(\.id) == ["a"])
        let event = try #require(schedule.events.first)
        #expect(event.snapsIn)
        #expect(!event.snapsOut)
        #expect(!event.restrictsSkip)
        #expect(!event.restrictsJump)
        #expect(!event.occupiesRange)
        #expect(!event.looksPrimary)
        #expect(event.mayVary)
        #expect(event.resumeOffset == nil)
        #expect(event.playoutLimit == nil)
        #expect(event.skipControl == nil)
    }

    @Test("3.8 (1) Without dates in the playlist only pre-rolls and post-rolls have a position")
    func undated() throws {
        let schedule = try schedule([asset("a", 10), asset("p", 0, ",CUE=\"PRE\""), asset("q", 50, ",CUE=\"POST\"")], isDated: false)
        #expect(schedule.events.map(\.place) == [.beginning, .end])
    }

    @Test("3.8 (1) A seek over interstitials with JUMP first plays the last one, even if it played before")
    func jumps() throws {
        var course = try course([asset("a", 10, ",X-RESTRICT=\"JUMP\""), asset("b", 20, ",X-RESTRICT=\"JUMP\""), asset("c", 30)])
        for _ in 0..<2 {
            let seek = try play(course.seek(from: 0, to: 40), in: &course)
            #expect(seek.ids == ["b"])
            #expect(seek.then == .time(40))
        }
        #expect(course.seek(from: 25, to: 40) == nil)
    }

    @Test("3.8 (1) Snapping leaves and rejoins the content at the nearest segment boundary")
    func snapping() throws {
        let schedule = try schedule([
            asset("a", 10, ",X-SNAP=\"OUT,IN\",X-RESUME-OFFSET=10"), asset("b", 26, ",X-SNAP=\"IN\""), asset("c", 44, ",X-SNAP=\"OUT\""),
        ])
        #expect(schedule.events.map(\.place) == [.time(12), .time(26), .time(42)])
        #expect(schedule.events.map { schedule.resumption(after: $0, elapsed: 3) } == [24, 30, 45])
    }

    @Test("3.8 (1) SKIP prevents seeking within, and occupied ranges and primary-like interstitials are reported")
    func restricted() throws {
        let schedule = try schedule([
            asset("a", 10, ",X-RESTRICT=\"SKIP,JUMP\",X-TIMELINE-OCCUPIES=RANGE,X-TIMELINE-STYLE=PRIMARY,X-CONTENT-MAY-VARY=\"NO\""),
            asset("b", 20, ",X-RESTRICT=\"SKIP\""), asset("c", 30, ",X-RESTRICT=\"JUMP\""),
        ])
        #expect(schedule.events.map(\.restrictsSkip) == [true, true, false])
        #expect(schedule.events.map(\.restrictsJump) == [true, false, true])
        #expect(schedule.events.map(\.occupiesRange) == [true, false, false])
        #expect(schedule.events.map(\.looksPrimary) == [true, false, false])
        #expect(schedule.events.map(\.mayVary) == [false, true, true])
        // A skipped interstitial has to be played only because of its JUMP.
        #expect(schedule.obstacle(from: 0, to: 25)?.id == "a")
        #expect(schedule.obstacle(from: 12, to: 25) == nil)
    }

    @Test(
        "3.8 (2) A skip control appears at its offset for its duration, from the tag if the list has none", arguments: [false, true])
    func skipControl(isInList: Bool) async throws {
        let origin = try await AdOrigin()
        let control = isInList ? ",\"SKIP-CONTROL\":{\"OFFSET\":3,\"DURATION\":1,\"LABEL-ID\":\"skip-intro\"}" : ""
        origin.set("{\"ASSETS\":[{\"URI\":\"\(origin.address)/ads/5.m3u8\",\"DURATION\":5}]\(control)}", at: "/list.json")
        origin.set(AdOrigin.content["/ads/5.m3u8"] ?? "", at: "/ads/5.m3u8")
        let tag = range("a", 2, "X-ASSET-LIST=\"../list.json\",X-SKIP-CONTROL-OFFSET=2,X-SKIP-CONTROL-DURATION=2,X-RESUME-OFFSET=0")
        let media = (AdOrigin.content["/content/video.m3u8"] ?? "").replacingOccurrences(of: "#EXT-X-CUE-OUT:0\n", with: "")
            .replacingOccurrences(of: "#EXT-X-PLAYLIST-TYPE:VOD\n", with: "#EXT-X-PROGRAM-DATE-TIME:1970-01-02T00:00:00Z\n\(tag)\n")
        origin.set(media, at: "/content/video.m3u8")
        let beacons = Watched<[ScheduledInterstitial.SkipControl?]>([])
        let run = await RecordedRun.play(
            ["\(origin.address)/content/video.m3u8"],
            onFact: { fact, engine in
                guard case .interstitial(_, .asset) = fact else { return }
                let playing = await engine.interstitial
                beacons.change { $0.append(playing?.skipControl) }
            })
        #expect(run.end == .ended)
        let expected =
            isInList
            ? ScheduledInterstitial.SkipControl(offset: 3, duration: 1, labelID: "skip-intro")
            : ScheduledInterstitial.SkipControl(offset: 2, duration: 2)
        #expect(beacons.value == [expected])
        let event = try #require(try schedule([asset("a", 10)]).events.first)
        let times = [expected.offset - 0.1, expected.offset, expected.offset + (expected.duration ?? 0), 4.1]
        #expect(times.map { PlayingInterstitial(event: event, elapsed: $0, skipControl: expected).canSkip } == [false, true, true, false])
        await origin.stop()
    }

    @Test("3.8 (3) Interstitials at one position play in playlist order, and their resume offsets add up")
    func cumulative() throws {
        var course = try course([asset("a", 12, ",X-RESUME-OFFSET=4"), asset("b", 12, ",X-RESUME-OFFSET=-1.5"), asset("c", 12)])
        let pause = try play(course.arrive(at: 12), in: &course)
        #expect(pause.ids == ["a", "b", "c"])
        #expect(pause.then == .time(12 + 4 - 1.5 + 10))
    }

    @Test("3.8 (3) An interstitial that resumes earlier is not repeated until the viewer seeks back before it")
    func back() throws {
        var course = try course([asset("a", 12, ",X-RESUME-OFFSET=-5")])
        #expect(try play(course.arrive(at: 12), in: &course).then == .time(7))
        #expect(course.stop(from: 7) == nil)
        #expect(course.seek(from: 20, to: 2) == nil)
        #expect(course.stop(from: 2) == 12)
    }

    @Test("3.8 (4) Requests name the primary session and the join offset")
    func queries() throws {
        let event = try #require(
            try schedule([range("a", 10, "X-ASSET-LIST=\"https://a/l?_HLS_interstitial_id=a\"")]).events.first)
        #expect(event.address(session: "p q") == "https://a/l?_HLS_interstitial_id=a&_HLS_primary_id=p%20q")
        #expect(
            event.address(session: "s", joinedAt: 4.5) == "https://a/l?_HLS_interstitial_id=a&_HLS_primary_id=s&_HLS_start_offset=4.500")
    }

    @Test("3.8 (5) A failed interstitial resumes where it began, and an empty list at its resume offset, zero by default")
    func failures() throws {
        for (more, ending, then) in [
            ("", InterstitialBreak.Ending.failed, 12.0), (",X-RESUME-OFFSET=6", .failed, 12), ("", .empty, 12),
            (",X-RESUME-OFFSET=6", .empty, 18),
        ] {
            var course = try course([asset("a", 12, more)])
            #expect(try play(course.arrive(at: 12), in: &course, ending).then == .time(then), "\(more) \(ending)")
        }
    }

    @Test("3.8 (5) A seek into the range of an interstitial plays it from its start")
    func inside() throws {
        var course = try course([asset("a", 12, ",X-RESUME-OFFSET=20")])
        let seek = try play(course.seek(from: 0, to: 25), in: &course)
        #expect(seek.ids == ["a"])
        #expect(seek.then == .time(32))
    }

    @Test("3.8 (6) Preload tags and external schedules are no interstitials")
    func others() throws {
        let schedule = try schedule([
            range("a", 10, "X-URI=\"https://a/a.m3u8\",X-TARGET-ID=\"b\",DURATION=5", of: "com.apple.hls.preload"),
            range("b", 20, "X-URI=\"https://a/s.json\",X-SCHEDULE-OFFSET=1", of: "com.apple.hls.daterange-schedule"),
        ])
        #expect(schedule.events.isEmpty)
    }

    @Test("3.8 (8) A pre-roll plays wherever the content begins, and a ONCE interstitial plays once")
    func before() throws {
        var live = try course([asset("p", 40, ",CUE=\"PRE,ONCE\""), asset("m", 30)])
        let begin = try play(live.begin(at: 24), in: &live)
        #expect(begin.ids == ["p"])
        #expect(live.begin(at: 24) == nil)
        #expect(live.stop(from: 24) == 30)
        var once = try course([asset("a", 12, ",CUE=\"ONCE\"")])
        _ = try play(once.arrive(at: 12), in: &once)
        #expect(once.seek(from: 20, to: 2) == nil)
        #expect(once.stop(from: 2) == nil)
    }

    @Test("3.8 (8) Without a resume offset the content advances by the time played, and a limit covers all assets")
    func implied() throws {
        var course = try course([asset("a", 12, ",DURATION=30,X-PLAYOUT-LIMIT=15")])
        let arrival = course.arrive(at: 12)
        var pause = try #require(arrival)
        pause.played(10)
        #expect(pause.remaining == 5)
        pause.played(5)
        #expect(pause.remaining == 0)
        pause.finish(.played)
        #expect(pause.resumption(in: course.schedule) == .time(27))
    }
}
