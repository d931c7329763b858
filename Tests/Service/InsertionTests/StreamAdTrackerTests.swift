// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAds
import WindowboxPlayer

@testable import WindowboxAdPlayback

@MainActor @Suite("What is presented of an ad in a stream") struct StreamAdTrackerTests {
    private static let document = """
        {"avails": [{"availId": "b", "startTimeInSeconds": 10, "durationInSeconds": 20, "ads": [
            {"adId": "1", "startTimeInSeconds": 10, "durationInSeconds": 20, "skipOffset": 5}]}]}
        """

    @Test("An ad of a live stream can't be skipped, whatever it offers", arguments: [(true, Double?.none), (false, Double?.some(5))])
    func skip(isLive: Bool, offset: Double?) {
        let breaks = TrackedAds(Array(Self.document.utf8)).breaks
        var session = StreamAdSession()
        _ = session.handle(.begin(StreamRequest(.recorded(sourceID: "s", videoID: "v")), autoPlay: true), at: 0)
        _ = session.handle(.loaded(url: "u", breaks: breaks.map(\.entry), isLive: isLive), at: 0)
        _ = session.handle(.ready(duration: isLive ? nil : 100), at: 0)
        _ = session.handle(.position(16), at: 16)
        let reporter = AdEventReporter(sender: BeaconSender(), open: { _ in false })
        let tracker = StreamAdTracker(Player(), reporter, StreamClock())
        tracker.set(breaks)
        let shown = tracker.follow(16, in: session, isContinuous: true, ago: 0)
        #expect(shown?.id == "1")
        #expect(shown?.skipOffset == offset)
    }
}
