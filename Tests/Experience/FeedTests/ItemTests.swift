// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract
import WindowboxFeedKit

@testable import WindowboxFeed

@Suite("Item transitions and timing") struct ItemTests {
    private func next(_ video: VideoCompleteAction, _ feed: FeedCompleteAction) -> NextItem {
        var configuration = PlayerViewConfiguration()
        (configuration.videoCompleteAction, configuration.feedCompleteAction) = (video, feed)
        return NextItem(configuration)
    }

    @Test("At its end a video loops, stops or advances") func ends() {
        #expect(next(.loop, .dismiss).atEnd(of: 0, count: 3, hasMore: false) == .loop)
        #expect(next(.stop, .dismiss).atEnd(of: 0, count: 3, hasMore: false) == .stop)
        let advancing = next(.advanceToNext, .dismiss)
        #expect(advancing.atEnd(of: 0, count: 3, hasMore: false) == .goTo(1))
        #expect(advancing.atEnd(of: 2, count: 3, hasMore: true) == .waitForMore)
        #expect(advancing.atEnd(of: 2, count: 3, hasMore: false) == .dismiss)
        #expect(next(.advanceToNext, .loop).atEnd(of: 2, count: 3, hasMore: false) == .goTo(0))
        #expect(next(.advanceToNext, .loop).atEnd(of: 0, count: 1, hasMore: false) == .loop)
    }

    @Test("A swipe beyond the feed does nothing, or wraps around in looping feeds") func swipes() {
        let rule = next(.loop, .dismiss)
        #expect(rule.onSwipe(by: 1, from: 0, count: 2, hasMore: false) == .goTo(1))
        #expect(rule.onSwipe(by: -1, from: 0, count: 2, hasMore: true) == .stay)
        #expect(rule.onSwipe(by: 1, from: 1, count: 2, hasMore: true) == .waitForMore)
        #expect(rule.onSwipe(by: 1, from: 1, count: 2, hasMore: false) == .stay)
        #expect(next(.loop, .loop).onSwipe(by: 1, from: 1, count: 2, hasMore: false) == .goTo(0))
    }

    @Test("A button appears after its delay, is highlighted after another, and stays on seeking back") func button() {
        var timing = CTATiming(CTAButtonConfiguration(), duration: 60)
        #expect(timing.appearance(at: 2.9) == .hidden)
        #expect(timing.appearance(at: 3) == .shown)
        #expect(timing.appearance(at: 5) == .highlighted)
        #expect(timing.appearance(at: 0) == .highlighted)
        timing.beginPass()
        #expect(timing.appearance(at: 0) == .hidden)
        var immediate = CTAButtonConfiguration()
        (immediate.delay, immediate.highlightDelay) = (.constant(0), .percentage(0.5))
        var half = CTATiming(immediate, duration: 60)
        #expect(half.appearance(at: 0) == .shown)
        #expect(half.highlightedAt == 30)
    }

    @Test("A click handled by the host stays there; otherwise the URL opens, unless it could run code") func clicks() {
        func outcome(_ url: String, _ isHandled: Bool) -> CTAOutcome {
            CTAOutcome(CallToAction(type: .buy, title: "", url: url), isHandled: isHandled)
        }
        #expect(outcome("https://shop.example", true) == .handledByHost)
        #expect(outcome("https://shop.example", false) == .open(url: "https://shop.example"))
        for url in ["javascript:alert(1)", "file:///etc/passwd", "JaVaScRiPt:x", " https://x", "data:text/html,x", "", "https://x\n"] {
            #expect(outcome(url, false) == .refused, "\(url)")
        }
    }

    private func autoplay(_ limit: Int = 1) -> AutoplayRule {
        var settings = AutoplayRule.Settings()
        (settings.isEnabled, settings.maxPlaying) = (true, limit)
        return AutoplayRule(settings: settings)
    }

    @Test("The most visible item plays, until another is clearly more visible") func visibility() {
        var rule = autoplay()
        #expect(rule.handle(.seen([0: 0.5, 1: 0.7]), at: 0) == [.play(1)])
        #expect(rule.handle(.seen([0: 0.75, 1: 0.7]), at: 0) == [])
        #expect(rule.handle(.seen([0: 0.95, 1: 0.7]), at: 0) == [.pause(1), .play(0)])
        #expect(rule.handle(.seen([0: 0.31]), at: 0) == [])
        #expect(rule.handle(.seen([0: 0.29]), at: 0) == [.pause(0)])
        #expect(rule.handle(.seen([:]), at: 0) == [])
    }

    @Test("Nothing plays when covered, in the background, outside of the viewport, or with autoplay off") func covered() {
        for (off, on) in [
            (AutoplayRule.Event.covered(true), AutoplayRule.Event.covered(false)), (.foreground(false), .foreground(true)),
            (.viewport(isEntered: false), .viewport(isEntered: true)), (.setEnabled(false), .setEnabled(true)),
        ] {
            var rule = autoplay()
            _ = rule.handle(.seen([3: 1]), at: 0)
            #expect(rule.handle(off, at: 0) == [.pause(3)])
            #expect(rule.handle(.seen([3: 1, 4: 1]), at: 0) == [])
            #expect(rule.handle(on, at: 0) == [.play(3)])
        }
    }

    @Test("A user's pause lasts until the item is out of view, and an item started by the user comes first") func person() {
        var rule = autoplay()
        _ = rule.handle(.seen([0: 1, 1: 1]), at: 0)
        #expect(rule.handle(.userPaused(0), at: 0) == [.play(1)])
        #expect(rule.handle(.userPlayed(0), at: 0) == [.pause(1)])
        _ = rule.handle(.userPaused(0), at: 0)
        _ = rule.handle(.seen([1: 1]), at: 0)
        #expect(rule.handle(.seen([0: 1]), at: 0) == [.pause(1), .play(0)])
        var off = AutoplayRule()
        _ = off.handle(.seen([0: 1]), at: 0)
        #expect(off.playing == [])
        _ = off.handle(.userPlayed(0), at: 0)
        #expect(off.playing == [0])
        var many = autoplay(2)
        #expect(many.handle(.seen([0: 1, 1: 1, 2: 1]), at: 0) == [.play(0), .play(1)])
    }

    @Test("A feed that requires ads waits for them up to a limit") func hold() {
        var configuration = AdLoadingConfiguration()
        var free = AdHold(configuration)
        #expect(free.handle(.feedLoaded, at: 0) == [.present])
        configuration.requiresAds = true
        var waiting = AdHold(configuration)
        #expect(waiting.handle(.feedLoaded, at: 5) == [.wake(at: 15)])
        #expect(waiting.handle(.wake, at: 14.9) == [])
        #expect(waiting.handle(.wake, at: 15) == [.present])
        #expect(waiting.handle(.adsSettled, at: 16) == [])
        var early = AdHold(configuration)
        #expect(early.handle(.adsSettled, at: 0) == [])
        #expect(early.handle(.feedLoaded, at: 1) == [.present])
        configuration.fetchTimeout = 0
        var none = AdHold(configuration)
        #expect(none.handle(.feedLoaded, at: 1) == [.present])
    }

    @Test("Ads appear after their number of items, up to their limit, and once if deduplicated") func slots() {
        func ad(_ id: String, every interval: Int, limit: Int? = nil, _ placement: AdPlacement = .feed) -> AdConfiguration {
            var ad = AdConfiguration(id: id, appID: "a", placement: placement, provider: .vast, tagURL: "https://ads.example/v?x=1#f")
            (ad.interval, ad.maxPerSession) = (interval, limit)
            ad.vastAttributes = ["k": "a b", "own": "1"]
            return ad
        }
        let ads = [ad("a1", every: 3, limit: 2), ad("a2", every: 4), ad("a3", every: 1, .deck), ad("a4", every: 0)]
        let schedule = AdSchedule(ads, widget: .videoFeed)
        #expect(schedule.slots(behind: 0..<12).map { "\($0.position)\($0.ad.id)" } == ["2a1", "3a2", "5a1", "7a2", "11a2"])
        #expect(AdSchedule(ads, widget: .playerDeck).slots(behind: 0..<2).map(\.ad.id) == ["a3", "a3"])
        #expect(AdSchedule(ads, widget: .videoFeed, isInterstitial: true).slots(behind: 0..<12).isEmpty)
        var once = AdSchedule(ads, widget: .videoFeed, dedupes: true)
        let isFirst = once.show(ads[0])
        let isSecond = once.show(ads[0])
        #expect(isFirst)
        #expect(!isSecond)
        #expect(once.slots(behind: 0..<6).map(\.ad.id) == ["a2"])
        // Also within one page, where the next ad takes the position.
        let pair = [ad("b1", every: 2), ad("b2", every: 2)]
        var both = AdSchedule(pair, widget: .videoFeed, dedupes: true)
        #expect(both.slots(behind: 0..<12).map { "\($0.position)\($0.ad.id)" } == ["1b1", "3b2"])
        let hasCounted = both.show(pair[0])
        #expect(hasCounted)
        #expect(both.slots(behind: 2..<12).map(\.ad.id) == ["b2"])
        both.withdraw(pair[0])
        #expect(both.slots(behind: 2..<12).map(\.ad.id) == ["b1", "b2"])
        #expect(AdSchedule.tag(of: ads[0], adding: ["own": "2"]) == "https://ads.example/v?x=1&k=a%20b&own=2#f")
    }
}

@Suite("Picture in picture") struct PictureInPictureTests {
    private func candidate(_ id: String, _ place: PictureInPictureRule.Candidate.Location, at played: Double = 0)
        -> PictureInPictureRule.Candidate
    {
        var candidate = PictureInPictureRule.Candidate(feedID: id, location: place)
        candidate.lastPlayed = played
        return candidate
    }

    @Test("Full screen comes first, then the most visible playing item, then the latest") func order() {
        var paused = candidate("p", .widget(visible: 1), at: 9)
        (paused.isPlaying, paused.isPausedByUser) = (false, true)
        let (half, whole) = (candidate("h", .widget(visible: 0.5), at: 5), candidate("w", .widget(visible: 0.9), at: 1))
        #expect(PictureInPictureRule.choice(among: [half, whole, candidate("f", .fullScreen), paused]) == "f")
        #expect(PictureInPictureRule.choice(among: [half, whole, paused]) == "w")
        let hidden = candidate("x", .widget(visible: 0), at: 7)
        #expect(PictureInPictureRule.choice(among: [hidden, paused]) == "p")
        #expect(PictureInPictureRule.choice(among: [half, whole], besides: "w") == "h")
    }

    @Test("Ads, locked and blocked videos, empty and automatically paused players are not eligible") func eligibility() {
        let changes: [(inout PictureInPictureRule.Candidate) -> Void] = [
            { $0.isEnabled = false }, { $0.isLoaded = false }, { $0.isPlaying = false }, { $0.videoType = .ad }, { $0.isLocked = true },
            { $0.isRegionBlocked = true },
        ]
        for change in changes {
            var one = candidate("a", .fullScreen)
            change(&one)
            var rule = PictureInPictureRule()
            #expect(rule.handle(.start(feedID: nil, [one]), at: 0) == [.refuse(.noEligiblePlayer)])
        }
        var off = candidate("a", .fullScreen)
        off.isEnabled = false
        var rule = PictureInPictureRule()
        #expect(rule.handle(.start(feedID: "a", [off]), at: 0) == [.refuse(.notEnabled)])
        #expect(rule.handle(.start(feedID: "b", [off]), at: 0) == [.refuse(.noEligiblePlayer)])
        #expect(rule.handle(.stop(feedID: nil), at: 0) == [.refuse(.notActive)])
    }

    @Test("There is one window: another player's replaces the first, and events come in order") func one() {
        var rule = PictureInPictureRule()
        let both = [candidate("a", .fullScreen), candidate("b", .widget(visible: 1))]
        #expect(rule.handle(.start(feedID: nil, both), at: 0) == [.willStart(feedID: "a"), .open(feedID: "a")])
        #expect(rule.handle(.started, at: 0) == [.didStart(feedID: "a"), .shown(true)])
        #expect(rule.handle(.start(feedID: "a", both), at: 0) == [])
        #expect(
            rule.handle(.start(feedID: "b", both), at: 0) == [
                .willStop(feedID: "a"), .close(feedID: "a"), .didStop(feedID: "a"), .shown(false), .willStart(feedID: "b"),
                .open(feedID: "b"),
            ])
        guard case .failedToStart("b", let error)? = rule.handle(.failed(reason: "no"), at: 0).first else { return #expect(Bool(false)) }
        #expect(error.code == .failedToStart)
        #expect(rule.active == nil)
    }

    @Test("The page returns when the user asks from the window, and not when the feed is gone") func restore() {
        var rule = PictureInPictureRule()
        for _ in 0..<2 {
            _ = rule.handle(.start(feedID: "a", [candidate("a", .fullScreen)]), at: 0)
            _ = rule.handle(.started, at: 0)
            #expect(
                rule.handle(.closed(restores: true), at: 0) == [
                    .willStop(feedID: "a"), .restore(feedID: "a"), .didStop(feedID: "a"), .shown(false),
                ])
        }
        _ = rule.handle(.start(feedID: "a", [candidate("a", .fullScreen)]), at: 0)
        #expect(rule.handle(.lost(feedID: "z"), at: 0) == [])
        #expect(rule.handle(.lost(feedID: "a"), at: 0) == [.willStop(feedID: "a"), .close(feedID: "a"), .didStop(feedID: "a")])
    }
}

@Suite("Presentation of live streams") struct LivePresentationTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)  // a Friday, 08:00 UTC
    private var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        return calendar
    }
    private func stream(_ status: LiveStatus, in seconds: Double? = nil, _ change: (inout LiveStream) -> Void = { _ in }) -> LiveStream {
        var stream = LiveStream(id: "l1", videoID: "v1", channelID: "c1", title: "Live")
        (stream.status, stream.scheduledAt) = (status, seconds.map { now.addingTimeInterval($0) })
        change(&stream)
        return stream
    }
    private func shown(_ stream: LiveStream, unlocked: Bool = false, hasPicture: Bool = true, _ video: FeedVideo? = nil) -> LivePresentation
    {
        LivePresentation(stream, video: video, isUnlocked: unlocked, hasPicture: hasPicture, at: now, calendar: calendar)
    }

    @Test("Each stream status has its presentation") func states() {
        #expect(shown(stream(.live)) == .live)
        #expect(shown(stream(.live), hasPicture: false) == .connecting)
        #expect(shown(stream(.paused)) == .hostPaused)
        #expect(shown(stream(.completed)) == .ended)
        #expect(shown(stream(.replay) { $0.replay = LiveReplay(url: "x") }) == .replay(startMS: 0))
        #expect(shown(stream(LiveStatus(rawValue: "later"))) == .ended)
        let locked = FeedVideo.sample(type: .liveStream) { $0.locked = true }
        #expect(shown(stream(.live), locked) == .locked)
        #expect(shown(stream(.live), unlocked: true, locked) == .live)
        let blocked = FeedVideo.sample(type: .liveStream) { ($0.locked, $0.regionBlocked) = (true, true) }
        #expect(shown(stream(.live), unlocked: true, blocked) == .regionRestricted)
    }

    @Test("The time until the start is in seconds, today, tomorrow or in days") func countdown() {
        func countdown(_ seconds: Double) -> LivePresentation.Countdown? {
            if case .countdown(let countdown, _) = shown(stream(.idle, in: seconds)) { countdown } else { nil }
        }
        #expect(countdown(0.2) == .seconds(1))
        #expect(countdown(3599) == .seconds(3599))
        #expect(countdown(3600) == .today(now.addingTimeInterval(3600)))
        #expect(countdown(86400) == .tomorrow(now.addingTimeInterval(86400)))
        #expect(countdown(3 * 86400) == .days(3, now.addingTimeInterval(3 * 86400)))
        #expect(countdown(0) == .due)
        #expect(countdown(-60) == .due)
        let hidden = stream(.idle, in: 60) { ($0.countdownHidden, $0.trailerVideoID) = (true, "t1") }
        #expect(shown(hidden) == .countdown(nil, trailer: "t1"))
    }

    @Test("An entered code lasts as long as the program, and highlights lead to their products") func unlocking() {
        var unlocked = UnlockedStreams()
        unlocked.unlock("l1", token: "t")
        #expect(unlocked.isUnlocked("l1"))
        #expect(!unlocked.isUnlocked("l2"))
        #expect(unlocked.token(of: "l1") == "t")
        let highlights = ReplayHighlights(
            stream(.replay) {
                $0.replay = LiveReplay(url: "x")
                $0.replay?.highlights = [.init(productID: "b", offsetMS: 9000), .init(productID: "a", offsetMS: 2000)]
            })
        #expect(highlights.moment(of: "b")?.offsetMS == 9000)
        #expect(highlights.moment(atMS: 8999)?.productID == "a")
        #expect(highlights.moment(atMS: 100) == nil)
    }
}
