// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAds

@Suite struct StreamAdSessionTests {
    /// A player that follows the session's actions, and records them.
    private struct Stage {
        var session: StreamAdSession
        var events: [String] = []
        var seeks: [Double] = []
        var now = 0.0

        init(_ settings: StreamAdSession.Settings = .init()) { session = StreamAdSession(settings: settings) }

        @discardableResult
        mutating func send(_ event: StreamAdSession.Event) -> [StreamAdSession.Action] {
            let actions = session.handle(event, at: now)
            for action in actions { note(action) }
            // Seeks arrive at their targets.
            for case .seek(let time) in actions { send(.seekEnded(at: time)) }
            return actions
        }

        private mutating func note(_ action: StreamAdSession.Action) {
            switch action {
            case .emit(let event): events.append(Self.name(event))
            case .seek(let time): seeks.append(time)
            case .seekable(let isOn): events.append(isOn ? "free" : "bound")
            case .load(let url): events.append("load \(url)")
            case .request: events.append("request")
            case .loadBackup: events.append("backup")
            case .rebuild: events.append("rebuild")
            case .shutter(let isOn, let fade): events.append("shutter \(isOn ? "on" : "off") \(fade)")
            case .play: events.append("play")
            case .pause: events.append("pause")
            case .refusePictureInPicture: events.append("no picture")
            case .linear, .replaceParameters: break
            }
        }

        private static func name(_ event: StreamAdEvent) -> String {
            switch event {
            case .cuepointsChanged(let cuepoints): "cuepoints \(cuepoints.count)"
            case .adBreakStarted(let info): "break \(info.podIndex)"
            case .adBreakEnded: "break ended"
            case .adPeriodStarted: "period"
            case .adPeriodEnded: "period ended"
            case .loaded: "loaded"
            case .started(let ad, let info): "started \(ad) \(info.adPosition)/\(info.totalAds)"
            case .firstQuartile: "1/4"
            case .midpoint: "1/2"
            case .thirdQuartile: "3/4"
            case .complete(let ad): "complete \(ad)"
            case .failed(let failure): "failed \(failure.code)"
            case .streamLoaded: "stream loaded"
            case .streamStarted: "stream started"
            case .allAdsCompleted: "all completed"
            case .backupStarted: "backup started"
            case .paused: "paused"
            case .resumed: "resumed"
            case .skipped(let ad): "skipped \(ad)"
            case .clicked(let ad): "clicked \(ad)"
            case .iconTapped(let ad): "icon \(ad)"
            case .iconFallbackImageClosed(let ad): "icon closed \(ad)"
            }
        }

        /// Plays in steps of half a second, and continues from where a seek leads.
        mutating func play(to end: Double) {
            var guardrail = 0
            while session.position < end, guardrail < 10_000 {
                guardrail += 1
                now += 0.5
                send(.position(session.position + 0.5))
            }
        }

        mutating func take() -> [String] {
            defer { events = [] }
            return events
        }
    }

    /// 0 to 10 before the content, 70 to 90 at 60 s of content with two ads, 150 to 160 after the content.
    private static let breaks: [StreamBreak] = [
        .init(id: "pre", start: 0, ads: [.init(id: "a", duration: 10)]),
        .init(id: "mid", start: 70, ads: [.init(id: "b", duration: 12, skipOffset: 5), .init(id: "c", duration: 8)]),
        .init(id: "post", start: 150, ads: [.init(id: "d", duration: 10)]),
    ]

    private func stage(
        bookmark: Double? = nil, breaks: [StreamBreak] = breaks, isLive: Bool = false, _ settings: StreamAdSession.Settings = .init()
    ) -> Stage {
        var stage = Stage(settings)
        stage.send(.begin(StreamRequest(.recorded(sourceID: "s", videoID: "v")), bookmark: bookmark, autoPlay: true))
        stage.send(.loaded(url: "u", breaks: breaks, isLive: isLive))
        stage.send(.ready(duration: isLive ? nil : 160))
        return stage
    }

    @Test("A whole stream is reported in order: the pre-roll before content, ads with quartiles, breaks once")
    func order() {
        var stage = stage()
        #expect(stage.take() == ["request", "stream loaded", "load u", "cuepoints 3", "play"])
        stage.send(.position(0))
        stage.play(to: 15)
        #expect(
            stage.take() == [
                "stream started", "bound", "break 0", "period", "loaded", "started a 1/1", "1/4", "1/2", "3/4", "complete a",
                "period ended", "break ended",
                "free",
            ])
        stage.play(to: 95)
        #expect(
            stage.take() == [
                "bound", "break 1", "period", "loaded", "started b 1/2", "1/4", "1/2", "3/4", "complete b", "loaded", "started c 2/2",
                "1/4", "1/2", "3/4",
                "complete c", "period ended", "break ended", "free",
            ])
        stage.play(to: 159.5)
        stage.send(.ended)
        #expect(stage.take().suffix(5) == ["complete d", "period ended", "break ended", "free", "all completed"])
    }

    @Test("A break seen again is a period without a break, and its ads are not reported again")
    func again() {
        var stage = stage()
        stage.play(to: 20)
        _ = stage.take()
        stage.send(.seek(to: 5))
        #expect(stage.seeks == [10])
        stage.send(.position(4))
        stage.play(to: 11)
        #expect(stage.take() == ["bound", "period", "period ended", "free"])
    }

    @Test("Snapback: a skipped break plays first, then playback continues at the seek target")
    func snapback() {
        var stage = stage()
        stage.play(to: 20)
        stage.send(.seek(to: 120))
        #expect(stage.seeks == [70])
        #expect(stage.session.isInAd)
        // Seeking is disabled during ads.
        #expect(stage.send(.seek(to: 5)).isEmpty)
        #expect(!stage.session.canSeek)
        stage.play(to: 90)
        #expect(stage.seeks == [70, 120])
        #expect(stage.session.position >= 120)
        #expect(stage.session.contentTime >= 90)
        stage.send(.seek(to: 30))
        stage.send(.seek(to: 120))
        #expect(stage.seeks == [70, 120, 30, 120])
    }

    @Test("Only the last of several breaks plays; with the other policy even if it was seen")
    func lastBreak() {
        var stage = stage()
        stage.play(to: 20)
        stage.send(.seek(to: 160))
        #expect(stage.seeks == [150])
        var settings = StreamAdSession.Settings()
        settings.seekRule = .lastBreak
        var other = self.stage(settings)
        other.play(to: 95)
        other.send(.seek(to: 30))
        other.send(.seek(to: 100))
        #expect(other.seeks == [30, 70])
        other.play(to: 90)
        #expect(other.seeks == [30, 70, 100])
    }

    @Test("A seek into a break plays it from its start, and one into a seen break goes behind it")
    func intoBreak() {
        var stage = stage()
        stage.play(to: 20)
        stage.send(.seek(to: 80))
        #expect(stage.seeks == [70])
        stage.play(to: 95)
        stage.send(.seek(to: 75))
        #expect(stage.seeks == [70, 90])
    }

    @Test("A seek without ads plays none and marks none as played, behind the shutter, once the player is ready")
    func withoutAds() {
        var stage = Stage()
        stage.send(.begin(StreamRequest(.recorded(sourceID: "s", videoID: "v")), autoPlay: false))
        stage.send(.seekWithoutAds(toContent: 100))
        stage.send(.loaded(url: "u", breaks: Self.breaks, isLive: false))
        #expect(stage.seeks.isEmpty)
        stage.send(.ready(duration: 160))
        #expect(stage.seeks == [130])
        #expect(!stage.session.isInAd)
        #expect(stage.take().filter { $0.hasPrefix("shutter") } == ["shutter on 0.0", "shutter off 0.25"])
        #expect(stage.session.timeline.cuepoints.allSatisfy { !$0.isPlayed })
        // After seeking back before them, they play later.
        stage.send(.seek(to: 60))
        stage.send(.seek(to: 130))
        #expect(stage.seeks == [130, 60, 70])
    }

    @Test("A bookmark is content time: it is applied after the pre-roll, by the breaks of the new stream")
    func bookmark() {
        var first = stage()
        first.play(to: 100)
        #expect(first.session.bookmarkToKeep == 70)
        var again = stage(bookmark: 70, breaks: [.init(id: "pre", start: 0, ads: [.init(id: "x", duration: 30)])])
        #expect(again.seeks.isEmpty)
        again.play(to: 30)
        #expect(again.seeks == [100])
        let without = stage(bookmark: 70, breaks: [.init(id: "mid", start: 60, ads: [.init(id: "x", duration: 5)])])
        #expect(without.seeks == [75])
        #expect(stage(isLive: true).session.bookmarkToKeep == nil)
    }

    @Test("Pause and resume are reported for the playing ad")
    func pausing() {
        var stage = stage()
        stage.play(to: 5)
        _ = stage.take()
        for event in [StreamAdSession.Event.pause, .pause, .play, .click] { stage.send(event) }
        #expect(stage.take() == ["pause", "paused", "pause", "play", "resumed", "clicked a"])
    }

    @Test("An ad is skipped from its offset on, to the next one")
    func skipping() {
        var stage = stage()
        stage.play(to: 72)
        stage.send(.skip)
        #expect(stage.seeks.isEmpty)
        stage.play(to: 76)
        _ = stage.take()
        stage.send(.skip)
        #expect(stage.seeks == [82])
        #expect(stage.take() == ["skipped b", "loaded", "started c 2/2"])
    }

    @Test("A loader failure, or a stream failure without recovery, plays the content without ads")
    func backup() {
        var stage = Stage()
        stage.send(.begin(StreamRequest(.live(assetKey: "k")), bookmark: 50, autoPlay: true))
        stage.send(.failed(.loadTimeout))
        #expect(stage.take() == ["request", "failed 301", "backup", "backup started"])
        stage.send(.ready(duration: 100))
        #expect(stage.seeks == [50])
        #expect(stage.take() == ["play"])
        stage.send(.position(60))
        #expect(stage.session.canSeek)
        #expect(stage.session.contentTime == 60)
        var settings = StreamAdSession.Settings()
        settings.recoversAutomatically = false
        var other = self.stage(settings)
        other.play(to: 80)
        _ = other.take()
        other.send(.streamFailed)
        #expect(other.take() == ["free", "failed 400", "backup", "backup started"])
        other.send(.ready(duration: 140))
        #expect(other.seeks == [60])
    }

    @Test("2.5 A stream that is late is error 402, one that does not start 1020, and a failed request 301 or its own")
    func codes() {
        func loading(_ settings: StreamAdSession.Settings = .init()) -> Stage {
            var stage = Stage(settings)
            stage.send(.begin(StreamRequest(.live(assetKey: "k")), autoPlay: true))
            stage.send(.loaded(url: "u", breaks: [], isLive: true))
            _ = stage.take()
            return stage
        }
        var late = loading()
        late.send(.loadingTimedOut)
        #expect(late.take() == ["failed 402", "backup", "backup started"])
        var settings = StreamAdSession.Settings()
        settings.recoversAutomatically = false
        var broken = loading(settings)
        broken.send(.streamFailed)
        #expect(broken.take() == ["failed 1020", "backup", "backup started"])
        var playing = stage()
        playing.send(.loadingTimedOut)
        #expect(!playing.take().contains("backup"))
        for failure in [StreamFailure.loadTimeout, .request, .response, .network] {
            var stage = Stage()
            stage.send(.begin(StreamRequest(.live(assetKey: "k")), autoPlay: true))
            stage.send(.failed(failure))
            #expect(stage.take() == ["request", "failed \(failure.code)", "backup", "backup started"])
        }
    }

    @Test("A failed stream is requested again at the same content time, and a second failure soon after ends the ads")
    func recovery() {
        var stage = stage()
        stage.play(to: 100)
        _ = stage.take()
        stage.send(.network(isReachable: false))
        stage.send(.streamFailed)
        #expect(stage.take().isEmpty)
        stage.send(.network(isReachable: true))
        #expect(stage.take() == ["rebuild", "request"])
        stage.send(.loaded(url: "v", breaks: [.init(id: "n", start: 20, ads: [.init(id: "n", duration: 5)])], isLive: false))
        stage.send(.ready(duration: 145))
        #expect(stage.seeks == [75])
        stage.send(.streamFailed)
        #expect(stage.take().contains("failed 400"))
        var away = self.stage()
        away.play(to: 30)
        _ = away.take()
        away.send(.foreground(afterSeconds: 10))
        #expect(away.take().isEmpty)
        away.send(.foreground(afterSeconds: 1000))
        #expect(away.take() == ["rebuild", "request"])
    }

    @Test("No ad starts in picture in picture, a running one continues, and none opens it")
    func picture() {
        var stage = stage()
        stage.play(to: 5)
        _ = stage.take()
        stage.send(.pictureInPicture(true))
        #expect(stage.take() == ["no picture"])
        stage.play(to: 20)
        stage.send(.pictureInPicture(true))
        stage.play(to: 91)
        #expect(stage.seeks == [90] && stage.session.timeline.cuepoints[1].isPlayed == false)
    }

    @Test("Live streams have one timeline, no cue points, free seeking, and replaceable parameters")
    func live() {
        var stage = stage(
            breaks: [.init(id: "l", start: 50, ads: [.init(id: "x", duration: 10), .init(id: "slate", duration: 5, isSlate: true)])],
            isLive: true)
        #expect(!stage.take().contains { $0.hasPrefix("cuepoints") })
        stage.send(.position(40))
        stage.play(to: 70)
        #expect(stage.take().filter { $0.hasPrefix("break") || $0.hasPrefix("started") } == ["break -2", "started x 1/1", "break ended"])
        stage.send(.seek(to: 45))
        #expect(stage.seeks == [45])
        let actions = stage.send(.replaceParameters(["a": "b"]))
        #expect(actions == [.replaceParameters(["a": "b"])])
        var recorded = self.stage()
        #expect(recorded.send(.replaceParameters(["a": "b"])).isEmpty)
    }
}
