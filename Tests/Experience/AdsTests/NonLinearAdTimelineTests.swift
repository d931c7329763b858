// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAdMarkup
import WindowboxAds

@Suite("Overlay timeline") struct NonLinearAdTimelineTests {
    private func planned(_ start: Double, _ id: String) throws -> PlannedOverlay {
        let ad = try MadeAd.inline(
            "<Creative><NonLinearAds><NonLinear width='480' height='70' minSuggestedDuration='00:00:08'>"
                + "<StaticResource creativeType='image/png'>http://s/\(id)</StaticResource><NonLinearClickThrough>http://c</NonLinearClickThrough>"
                + "<NonLinearClickTracking>http://t/k</NonLinearClickTracking></NonLinear>"
                + MadeAd.tracking("creativeView", "acceptInvitation", "close") + "</NonLinearAds></Creative>", id: id)
        return PlannedOverlay(id: id, start: start, ad: ad, choice: try OverlayChoice(ad, width: 640, height: 360))
    }

    private func urls(_ actions: [AdTracking.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .send(_, let url, _): url
            case .open(let url): "open " + url
            }
        }
    }

    @Test("An overlay is shown for its time, reports its view once, and appears once")
    func time() throws {
        var timeline = NonLinearAdTimeline([try planned(20, "b"), try planned(5, "a")])
        func at(_ time: Double) -> String? {
            _ = timeline.handle(.position(time))
            return timeline.showing?.ad.id
        }
        #expect(at(4.9) == nil)
        #expect(at(5) == "a")
        #expect(at(12.9) == "a")
        #expect(urls(timeline.handle(.shown)) == ["http://i/a", "about:blank", "http://t/creativeView"])
        #expect(timeline.handle(.shown).isEmpty)
        #expect(at(13) == nil)
        #expect(at(6) == nil)
        #expect(at(21) == "b")
        #expect(at(0) == nil)
        #expect(at(20) == "b")
    }

    @Test("A click is reported and opens the page, and a closed overlay is gone")
    func viewer() throws {
        var timeline = NonLinearAdTimeline([try planned(5, "a")])
        #expect(timeline.handle(.click).isEmpty)
        #expect(timeline.handle(.close).isEmpty)
        #expect(timeline.handle(.shown).isEmpty)
        _ = timeline.handle(.position(6))
        #expect(urls(timeline.handle(.click)) == ["http://t/k", "http://t/acceptInvitation", "open http://c"])
        #expect(urls(timeline.handle(.close)) == ["http://t/close"])
        _ = timeline.handle(.position(7))
        #expect(timeline.showing == nil)
    }
}
