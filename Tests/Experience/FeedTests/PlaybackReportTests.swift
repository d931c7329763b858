// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract
import WindowboxFeedKit

@testable import WindowboxFeed

@Suite("Playback reports") struct PlaybackReportTests {
    private func report(_ video: FeedVideo = .sample(), _ widget: FeedWidget = .videoFeed, isFullScreen: Bool = false) -> PlaybackReport {
        PlaybackReport(ReportContext(widget: widget, video: video, feedID: "f1", position: 2), isFullScreen: isFullScreen)
    }

    private func names(_ actions: [PlaybackReport.Action]) -> [EventName] { drafts(actions).map(\.name) }
    private func drafts(_ actions: [PlaybackReport.Action]) -> [EventDraft] {
        actions.compactMap { if case .record(let draft) = $0 { draft } else { nil } }
    }
    private func notices(_ actions: [PlaybackReport.Action]) -> [PlaybackNotice] {
        actions.compactMap { if case .notify(let notice) = $0 { notice } else { nil } }
    }

    @Test("An impression precedes the start, each once") func start() {
        var one = report()
        #expect(names(one.handle(.shown, at: 0)) == [.impression])
        #expect(names(one.handle(.shown, at: 0)) == [])
        #expect(names(one.handle(.position(0), at: 1)) == [.start])
        #expect(names(one.handle(.position(0.2), at: 1.2)) == [])
        var direct = report()
        #expect(names(direct.handle(.position(0), at: 0)) == [.impression, .start])
    }

    @Test("Quartiles come once per pass and in order, including those passed by a seek, and never backwards") func quartiles() {
        var one = report()
        _ = one.handle(.position(0), at: 0)
        #expect(names(one.handle(.position(24.9), at: 0)) == [])
        #expect(names(one.handle(.position(25), at: 0)) == [.firstQuartile])
        #expect(names(one.handle(.seek(to: 80), at: 0)) == [.midpoint, .thirdQuartile])
        #expect(names(one.handle(.seek(to: 10), at: 0)) == [])
        #expect(names(one.handle(.position(60), at: 0)) == [])
        let end = one.handle(.ended(.endLooped), at: 0)
        #expect(names(end) == [.complete])
        #expect(notices(end) == [.finished(.endLooped)])
        // A loop is another pass, without another start event.
        #expect(names(one.handle(.position(0), at: 0)) == [])
        let second = drafts(one.handle(.position(30), at: 0))
        #expect(second.map(\.name) == [.firstQuartile])
        #expect(second.first?.pass == 2)
    }

    @Test("The end reports the remaining quartiles, completion, and the session with its reason") func end() {
        var one = report()
        _ = one.handle(.position(0), at: 0)
        let end = drafts(one.handle(.ended(.endAdvanced), at: 1))
        #expect(end.map(\.name) == [.firstQuartile, .midpoint, .thirdQuartile, .complete, .session])
        let session = end.last
        #expect(session?.reason == .endAdvanced)
        #expect(session?.properties["complete"] == true)
        #expect(session?.progressMS == 100_000)
        #expect(session?.properties["watched_ratio"] == .number(0))
        #expect(one.handle(.position(3), at: 2).isEmpty)
        #expect(one.handle(.left(.dismissed), at: 2).isEmpty)
    }

    @Test(
        "Leaving before the end ends the session without completion",
        arguments: FinishReason.known.filter { !$0.isEnd })
    func left(reason: FinishReason) {
        var one = report()
        _ = one.handle(.position(0), at: 0)
        for second in 1...10 { _ = one.handle(.position(Double(second)), at: Double(second)) }
        let actions = one.handle(.left(reason), at: 11)
        #expect(names(actions) == [.session])
        #expect(notices(actions) == [.closed(reason)])
        #expect(drafts(actions).first?.properties["complete"] == false)
        #expect(drafts(actions).first?.properties["watched_ratio"] == .number(0.1))
        #expect(one.handle(.left(reason), at: 12).isEmpty)
    }

    @Test("Leaving before the first frame reports a session only if the viewer waited for it") func unseen() {
        var one = report()
        _ = one.handle(.shown, at: 0)
        #expect(one.handle(.left(.swipeNext), at: 1).isEmpty)
        #expect(one.handle(.ended(.endStopped), at: 1).isEmpty)
        var waiting = report()
        _ = waiting.handle(.shown, at: 0) + waiting.handle(.awaited, at: 0)
        let session = drafts(waiting.handle(.left(.error), at: 9))
        #expect(session.map(\.name) == [.session])
        #expect(session.first?.properties["exited_before_start"] == true)
        #expect(session.first?.properties["startup_ms"] == nil)
        #expect(session.first?.reason == .error)
        // An autoplayed video that was skipped was not abandoned by the viewer.
        var context = ReportContext(widget: .videoFeed, video: .sample())
        context.isAutoplay = true
        var passing = PlaybackReport(context)
        _ = passing.handle(.awaited, at: 0)
        #expect(drafts(passing.handle(.left(.hostClosed), at: 1)).isEmpty)
    }

    @Test("A session reports its startup, stalls, rendition changes and live latency") func quality() {
        var one = report()
        for (event, time) in [
            (.shown, 0), (.stalled(true), 0), (.awaited, 1), (.picture, 1.4), (.position(0), 1.5), (.stalled(true), 2),
            (.stalled(false), 2.5),
            (.measured(renditionChanges: 2, latency: 3), 3), (.measured(renditionChanges: 1, latency: 5), 4),
            (.measured(renditionChanges: 1, latency: nil), 4), (.measured(renditionChanges: 1, latency: -1), 4), (.stalled(true), 5),
        ] as [(PlaybackReport.Event, Double)] {
            _ = one.handle(event, at: time)
        }
        let properties = drafts(one.handle(.left(.dismissed), at: 6)).last?.properties
        #expect(properties?["startup_ms"] == 400)
        #expect(properties?["exited_before_start"] == false)
        #expect(properties?["stall_count"] == 2)
        #expect(properties?["stall_ms"] == 1500)
        #expect(properties?["rendition_changes"] == 3)
        #expect(properties?["latency_ms"] == 4000)
    }

    @Test("A pause or seek ends a stall, and a retry after a failure is another session") func stands() {
        var one = report()
        _ = one.handle(.awaited, at: 0) + one.handle(.position(0), at: 1)
        _ = one.handle(.stalled(true), at: 2) + one.handle(.pause(byUser: true), at: 3) + one.handle(.resume(byUser: true), at: 60)
        _ = one.handle(.stalled(true), at: 61) + one.handle(.seek(to: 9), at: 63)
        let failed = drafts(one.handle(.left(.error), at: 90)).last
        #expect(failed?.properties["stall_ms"] == 3000)
        #expect(failed?.properties["stall_count"] == 2)
        _ = one.handle(.replay, at: 100) + one.handle(.picture, at: 102)
        let session = drafts(one.handle(.position(9), at: 102) + one.handle(.left(.dismissed), at: 103)).last
        #expect(session?.properties["startup_ms"] == 2000)
        #expect(session?.properties["stall_count"] == 0)
    }

    @Test("Each pass of a loop counts as watched, and the session has the total") func loops() {
        var one = report(.sample(duration: 4))
        for pass in 0..<3 {
            for second in 0...4 { _ = one.handle(.position(Double(second)), at: Double(pass * 4 + second)) }
            let end = drafts(one.handle(.ended(.endLooped), at: Double(pass * 4 + 4))).first { $0.name == .complete }
            #expect(end?.properties["watched_ratio"] == .number(1))
        }
        _ = one.handle(.position(0), at: 12) + one.handle(.position(1), at: 13)
        let session = drafts(one.handle(.left(.swipeNext), at: 14)).last
        #expect(session?.properties["watched_ms"] == 13_000)
        #expect(session?.properties["watched_ratio"] == .number(1))
    }

    @Test("User pauses are events, and automatic pauses only notify the host") func pauses() {
        var one = report()
        #expect(one.handle(.pause(byUser: true), at: 0).isEmpty)
        _ = one.handle(.position(0), at: 0)
        #expect(names(one.handle(.pause(byUser: true), at: 0)) == [.pause])
        #expect(one.handle(.pause(byUser: false), at: 0).isEmpty)
        #expect(names(one.handle(.resume(byUser: true), at: 0)) == [.resume])
        let automatic = one.handle(.pause(byUser: false), at: 0) + one.handle(.resume(byUser: false), at: 0)
        #expect(names(automatic).isEmpty)
        #expect(notices(automatic) == [.automaticallyPaused, .automaticallyResumed])
    }

    @Test("Three seconds in full screen or a story block make an engaged view, once; thumbnails do not") func engagement() {
        func events(_ report: PlaybackReport, to seconds: Int) -> [EventName] {
            var report = report
            return (0...(seconds * 4)).flatMap { names(report.handle(.position(Double($0) / 4), at: Double($0) / 4)) }
        }
        #expect(events(report(isFullScreen: true), to: 2) == [.impression, .start])
        #expect(events(report(isFullScreen: true), to: 8) == [.impression, .start, .engagedView])
        #expect(events(report(.sample(), .storyBlock), to: 4) == [.impression, .start, .engagedView])
        #expect(events(report(), to: 20) == [.impression, .start])
        let live = FeedVideo.sample(duration: 0, type: .liveStream) { ($0.liveStatus, $0.isReplay) = (.live, false) }
        #expect(events(report(live, isFullScreen: true), to: 8) == [.impression, .start, .liveUserJoin])
        let replay = FeedVideo.sample(type: .liveStream) { ($0.liveStatus, $0.isReplay) = (.replay, true) }
        #expect(events(report(replay, isFullScreen: true), to: 4) == [.impression, .start, .engagedView])
    }

    @Test("Skipped parts do not count as watched") func jumps() {
        var one = report(isFullScreen: true)
        _ = one.handle(.position(0), at: 0)
        _ = one.handle(.position(50), at: 1)
        let session = drafts(one.handle(.left(.dismissed), at: 2)).last
        #expect(session?.properties["watched_ms"] == .integer(0))
        #expect(session?.progressMS == 50_000)
    }

    @Test("Live streams have no quartiles, and report joining, leaving, likes and messages") func live() {
        let video = FeedVideo.sample(duration: 60, type: .liveStream) { $0.liveStatus = .live }
        var one = report(video)
        _ = one.handle(.position(0), at: 0)
        #expect(names(one.handle(.position(59), at: 1)) == [])
        #expect(names(one.handle(.like, at: 1) + one.handle(.chat(messageID: "m1"), at: 1)) == [.liveSendLike, .liveSendChat])
        #expect(names(one.handle(.left(.dismissed), at: 2)) == [.liveUserLeave, .session])
        var short = report()
        _ = short.handle(.position(0), at: 0)
        #expect(short.handle(.like, at: 1).isEmpty)
    }

    @Test("An ad has its own start and end events, and ends only at its end") func ads() {
        var one = report(.sample(type: .ad))
        #expect(names(one.handle(.position(0), at: 0)) == [.impression, .adStart])
        #expect(names(one.handle(.position(60), at: 0)) == [])
        let end = one.handle(.ended(.endAdvanced), at: 0)
        #expect(names(end) == [.adEnd, .session])
        #expect(notices(end) == [.finishedAd(.endAdvanced)])
    }

    @Test("A click on the button is reported with type and URL, and counts as engaged") func click() {
        var one = report()
        _ = one.handle(.position(0), at: 0)
        let click = drafts(one.handle(.clickCTA(type: .buy, url: "https://x.example"), at: 1))
        #expect(click.map(\.name) == [.clickCTA, .engagedView])
        #expect(click.first?.properties == ["cta_type": "buy", "cta_url": "https://x.example"])
        // The second click is also reported, as a separate event.
        let second = drafts(one.handle(.clickCTA(type: .buy, url: "https://x.example"), at: 2))
        #expect(second.map(\.name) == [.clickCTA])
        #expect(second.first?.properties["is_repeated"] == true)
    }

    @Test("A restart after the end is another pass with another session") func again() {
        var one = report()
        _ = one.handle(.position(0), at: 0)
        _ = one.handle(.ended(.endStopped), at: 1)
        #expect(one.handle(.replay, at: 2).isEmpty)
        _ = one.handle(.position(0), at: 2)
        let end = drafts(one.handle(.left(.dismissed), at: 3))
        #expect(end.map(\.name) == [.session])
        #expect(end.first?.pass == 2)
    }

    @Test("An event has all required fields of the API") func wire() throws {
        var one = report(.sample { $0.liveStatus = nil })
        let start = try #require(drafts(one.handle(.position(1.5), at: 0)).last)
        let event = start.event(id: "E-1", at: .init(timeIntervalSince1970: 0))
        try event.validate()
        #expect(event.feedID == "f1")
        #expect(event.widget == .videoFeed)
        #expect(event.position == 2)
        #expect(event.progressMS == 1500)
        #expect(event.durationMS == 100_000)
        #expect(event.isAutoplay == false)
        #expect(event.pass == 1)
        #expect(event.videoType == .video)
    }

    @Test("A card gets an impression after being seen for a continuous second, once") func dwell() {
        var dwell = ImpressionDwell()
        #expect(dwell.look(at: ["a", "b"], now: 0) == [])
        #expect(dwell.nextWake == 1)
        #expect(dwell.look(at: ["a"], now: 0.9) == [])
        #expect(dwell.look(at: ["a", "b"], now: 1) == ["a"])
        #expect(dwell.look(at: ["a", "b"], now: 1.9) == [])
        #expect(dwell.look(at: ["a", "b"], now: 2) == ["b"])
        #expect(dwell.nextWake == nil)
        #expect(dwell.look(at: ["a", "b"], now: 9) == [])
    }
}
