// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAdMarkup
import WindowboxAds

@Suite struct AdTrackingTests {
    private func tracking(_ seconds: Int = 20, skip: String? = nil, more: String = "") throws -> AdTracking {
        let events = MadeAd.tracking(
            "complete", "start", "firstQuartile", "midpoint", "thirdQuartile", "creativeView", "loaded", "pause", "resume", "rewind",
            "mute", "unmute",
            "skip", "playerExpand", "fullscreen", "exitFullscreen", "closeLinear", "notUsed", "acceptInvitationLinear")
        let progress =
            "<Tracking event='progress' offset='00:00:07'>http://t/p7</Tracking><Tracking event='progress' offset='10%'>http://t/p10</Tracking></TrackingEvents>"
        let ad = try MadeAd.inline(MadeAd.linear(seconds, skip: skip, more: events.replacing("</TrackingEvents>", with: progress) + more))
        return AdTracking(ad, try #require(ad.creatives.first?.linear))
    }

    private func names(_ actions: [AdTracking.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .send(_, let url, _): String(url.dropFirst(7)).replacing("t/", with: "")
            case .open(let url): "open \(url)"
            }
        }
    }

    /// Plays in steps of half a second.
    private func play(_ tracking: inout AdTracking, from start: Double, to end: Double, speed: Double = 1) -> [String] {
        var events: [String] = []
        for half in Int(start * 2)...Int(end * 2) {
            events += names(tracking.handle(.position(Double(half) / 2, speed: speed), at: Double(half) / 2 / speed))
        }
        return events
    }

    @Test("An ad that plays through reports everything once and in order, except about:blank")
    func whole() throws {
        var tracking = try tracking()
        var events = play(&tracking, from: 0, to: 20)
        events += names(tracking.handle(.end, at: 20))
        #expect(
            events == ["loaded", "i/a", "creativeView", "start", "p10", "firstQuartile", "p7", "midpoint", "thirdQuartile", "complete"])
        #expect(play(&tracking, from: 0, to: 20).isEmpty)
    }

    @Test("An ad whose interactive creative is not run reports error 409 once when it begins, and continues")
    func interactive() throws {
        let file = "<InteractiveCreativeFile type='text/html' apiFramework='SIMID'>http://s/a.html</InteractiveCreativeFile>"
        var tracking = try tracking(more: file)
        var codes: [AdMacroValue?] = []
        for second in 0...20 {
            for case .send("error", _, let macros) in tracking.handle(.position(Double(second)), at: Double(second)) {
                codes.append(macros["ERRORCODE"])
            }
        }
        #expect(codes == Array(repeating: .number(409), count: tracking.ad.errors.count))
        #expect(!codes.isEmpty)
        #expect(tracking.hasPassed(.complete))
    }

    @Test("The end of the video completes an ad even if the last reported position was before it")
    func lastPicture() throws {
        var tracking = try tracking()
        _ = play(&tracking, from: 0, to: 19.5)
        #expect(names(tracking.handle(.end, at: 19.6)) == ["complete"])
        var early = try self.tracking()
        _ = play(&early, from: 0, to: 10)
        #expect(names(early.handle(.end, at: 10.1)).isEmpty)
    }

    @Test("Skipped parts and parts played at another speed do not count, and played again they do")
    func gaps() throws {
        var tracking = try tracking()
        _ = play(&tracking, from: 0, to: 3)
        #expect(names(tracking.handle(.seek(to: 12), at: 3)).isEmpty)
        #expect(play(&tracking, from: 12, to: 20).isEmpty)
        #expect(names(tracking.handle(.seek(to: 2), at: 40)) == ["rewind"])
        #expect(play(&tracking, from: 2, to: 6) == ["firstQuartile"])
        var fast = try self.tracking()
        #expect(play(&fast, from: 0, to: 20, speed: 2) == ["loaded", "i/a", "creativeView", "start"])
    }

    @Test("Delayed position reports are not gaps: no quartile is lost, and the end completes the ad") func late() throws {
        var tracking = try tracking()
        var events: [String] = []
        for (position, moment) in [(0.0, 0.0), (0.2, 4.9), (5.0, 5.0), (5.2, 9.9), (10, 10), (10.2, 14.8), (15, 15), (15.2, 19.9)] {
            events += names(tracking.handle(.position(position), at: moment))
        }
        events += names(tracking.handle(.end, at: 20))
        let quartiles = events.filter { $0.hasSuffix("Quartile") || $0 == "midpoint" || $0 == "complete" }
        #expect(quartiles == ["firstQuartile", "midpoint", "thirdQuartile", "complete"])
    }

    @Test("A jump while paused is a jump, however long the pause was") func paused() throws {
        var tracking = try tracking()
        _ = play(&tracking, from: 0, to: 3)
        _ = tracking.handle(.pause, at: 3)
        _ = tracking.handle(.resume, at: 63)
        #expect(names(tracking.handle(.position(12), at: 63.2)).isEmpty)
        #expect(names(tracking.handle(.end, at: 71)).isEmpty)
    }

    @Test("Pause, volume and size changes are reported each time, but not before the ad shows")
    func changes() throws {
        var tracking = try tracking()
        #expect(names(tracking.handle(.pause, at: 0)).isEmpty)
        _ = play(&tracking, from: 0, to: 1)
        let events = [
            AdTracking.Event.pause, .pause, .resume, .resume, .mute(false), .mute(true), .mute(true), .mute(false), .expand(true),
            .expand(false),
        ]
        .flatMap { names(tracking.handle($0, at: 2)) }
        #expect(events == ["pause", "resume", "mute", "unmute", "playerExpand", "fullscreen", "exitFullscreen"])
    }

    @Test("An ad can be skipped from its offset on, and reports nothing afterwards")
    func skipping() throws {
        var tracking = try tracking(skip: "25%")
        #expect(tracking.skipOffset == 5)
        _ = play(&tracking, from: 0, to: 4)
        #expect(names(tracking.handle(.skip, at: 4)).isEmpty)
        _ = play(&tracking, from: 4.5, to: 5)
        #expect(names(tracking.handle(.skip, at: 5)) == ["skip"])
        #expect(play(&tracking, from: 5.5, to: 20).isEmpty)
        var never = try self.tracking()
        _ = play(&never, from: 0, to: 19)
        #expect(names(never.handle(.skip, at: 19)).isEmpty)
    }

    @Test("Clicks on the video and on icons are reported and open their pages")
    func clicks() throws {
        let more =
            "<VideoClicks><ClickThrough>http://c</ClickThrough><ClickTracking>http://t/k</ClickTracking></VideoClicks><Icons><Icon program='p'>"
            + "<StaticResource>http://s</StaticResource><IconClicks><IconClickThrough>http://ic</IconClickThrough><IconClickTracking>http://t/ik</IconClickTracking></IconClicks></Icon></Icons>"
        var tracking = try tracking(more: more)
        #expect(names(tracking.handle(.click, at: 1)) == ["k", "open http://c"])
        #expect(names(tracking.handle(.icon(0), at: 1)) == ["ik", "open http://ic"])
        #expect(tracking.handle(.icon(3), at: 1).isEmpty)
    }

    @Test("An error is reported with its code to all URLs, and an ad closed unseen is notUsed")
    func ends() throws {
        var failed = try tracking()
        #expect(
            failed.handle(.fail(.mediaTimeout), at: 0).contains {
                if case .send("error", "http://e/a", let macros) = $0 { macros["ERRORCODE"] == .number(402) } else { false }
            })
        #expect(failed.handle(.position(0), at: 0).isEmpty)
        var unseen = try tracking()
        #expect(names(unseen.handle(.close, at: 0)) == ["notUsed"])
        var seen = try tracking()
        _ = play(&seen, from: 0, to: 1)
        #expect(names(seen.handle(.close, at: 2)) == ["closeLinear"])
    }
}
