// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAds

@Suite struct StreamTimelineTests {
    /// A pre-roll of 10 s, one of 20 s at 60 s of content, one of 15 s at 120 s.
    private let timeline = StreamTimeline([.init(start: 0, end: 10), .init(start: 70, end: 90), .init(start: 150, end: 165)])

    @Test(
        "Content time stops during breaks",
        arguments: [(0.0, 0.0), (5, 0), (10, 0), (30, 20), (70, 60), (80, 60), (90, 60), (100, 70), (150, 120), (160, 120), (170, 125)])
    func content(_ stream: Double, _ content: Double) { #expect(timeline.contentTime(at: stream) == content) }

    @Test(
        "At a break the stream time is behind it, or before it on request",
        arguments: [(0.0, 10.0, 0.0), (20, 30, 30), (60, 90, 70), (61, 91, 91), (120, 165, 150)])
    func stream(_ content: Double, _ behind: Double, _ before: Double) {
        #expect(timeline.streamTime(at: content) == behind)
        #expect(timeline.streamTime(beforeBreakAt: content) == before)
        #expect(timeline.streamTimes(at: content) == before...behind)
        #expect(timeline.contentTime(at: behind) == content)
    }

    @Test("Both times are equal in live streams, and convert back and forth outside of breaks")
    func both() {
        let live = StreamTimeline([.init(start: 5, end: 10)], isLive: true)
        #expect(live.contentTime(at: 30) == 30)
        #expect(live.streamTime(at: 30) == 30)
        for tenth in 0...2000 {
            let time = Double(tenth) / 10
            if timeline.cuepoint(at: time) == nil,
                !timeline.cuepoints.contains(where: { abs($0.start - time) < 0.001 || abs($0.end - time) < 0.001 })
            {
                #expect(abs(timeline.streamTime(at: timeline.contentTime(at: time)) - time) < 1e-9)
            }
            #expect(abs(timeline.contentTime(at: timeline.streamTime(at: time)) - time) < 1e-9)
        }
    }

    @Test("The cue point before a time is the latest that starts before it")
    func previous() {
        #expect(timeline.previousCuepoint(before: 0) == nil)
        #expect(timeline.previousCuepoint(before: 70) == 0)
        #expect(timeline.previousCuepoint(before: 71) == 1)
        #expect(timeline.cuepoints(after: 0, upTo: 150) == [1, 2])
    }

    @Test("Invalid cue points are dropped")
    func nonsense() {
        let odd = StreamTimeline([.init(start: 50, end: 60), .init(start: 55, end: 70), .init(start: 10, end: 5), .init(start: -3, end: 2)])
        #expect(odd.cuepoints.map(\.start) == [50])
    }

    @Test("A token signs the sorted parameters")
    func token() {
        let parameters = ["network_code": "1", "custom_asset_key": "k", "exp": "99"]
        #expect(StreamToken.token(parameters, signature: [0xAB, 0x01]) == "custom_asset_key=k~exp=99~network_code=1~hmac=ab01")
    }

    @Test("A policy finds the request in an item's metadata")
    func policies() {
        #expect(
            StreamRequestPolicy.standardVideo.request(for: ["SourceId": "s", "VideoId": "v"])?.kind
                == .recorded(sourceID: "s", videoID: "v"))
        #expect(StreamRequestPolicy.standardVideo.request(for: ["SourceId": "s"]) == nil)
        #expect(StreamRequestPolicy.standardLive.request(for: ["AssetKey": ""]) == nil)
        #expect(StreamRequestPolicy.assetKey("key").request(for: ["key": "a"])?.kind == .live(assetKey: "a"))
    }
}
