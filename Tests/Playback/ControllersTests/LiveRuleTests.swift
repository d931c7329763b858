// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxControllers

@Suite("Live rules of a media controller")
struct LiveRuleTests {
    private func facts(_ streamType: StreamType, _ time: Double?, in range: TimeRange = TimeRange(start: 100, end: 200)) -> PlayerFacts {
        PlayerFacts(hasItem: true, playbackState: .playing, streamType: streamType, time: time, range: range)
    }

    @Test("MP-2: plain live is live, and so is a DVR stream within 30 s of the edge")
    func live() {
        let rule = LiveRule()
        #expect(rule.isLive(facts(.live, nil)))
        #expect(rule.isLive(facts(.dvr, 170)))
        #expect(!rule.isLive(facts(.dvr, 169.9)))
        #expect(!rule.isLive(facts(.onDemand, 199)))
        #expect(rule.canSkipToEdge(facts(.dvr, 150)))
        #expect(!rule.canSkipToEdge(facts(.dvr, 190)))
        #expect(!rule.canSkipToEdge(facts(.live, 100)))
    }

    @Test("2.1.2: forward skips stop at the end of on-demand media and at the edge of a window; plain live has no skips")
    func skips() {
        func can(_ interval: Double, _ facts: PlayerFacts, _ phase: PlaybackPhase = .playing) -> Bool {
            LiveRule.canSkip(by: interval, facts, phase: phase)
        }
        #expect(can(10, facts(.onDemand, 199.8)))
        #expect(!can(10, facts(.onDemand, 199.95)))
        #expect(can(-10, facts(.onDemand, 200)))
        #expect(can(10, facts(.dvr, 190)))
        #expect(!can(10, facts(.dvr, 190.1)))
        #expect(!can(-10, facts(.live, 100)))
        #expect(!can(10, facts(.onDemand, 150), .preparing))
        #expect(!can(10, facts(.onDemand, 150), .idle))
        #expect(!can(10, facts(.onDemand, 150, in: .zero)))
    }

    @Test("2.1.2: a programme can be started over while its start is in the window")
    func startOver() {
        let programme = TimeRange(start: 120, end: 300)
        #expect(LiveRule.canStartOver(programme, facts(.dvr, 180)))
        #expect(!LiveRule.canStartOver(programme, facts(.dvr, 180, in: TimeRange(start: 121, end: 221))))
        #expect(!LiveRule.canStartOver(programme, facts(.onDemand, 180)))
        #expect(!LiveRule.canStartOver(nil, facts(.dvr, 180)))
    }

    @Test("2.1.2: A live stream with a window under 45 s is plain live")
    func window() {
        #expect(MediaControllerConfiguration.player.minimumWindow == 45)
        #expect(MediaControllerConfiguration().skipInterval == 10)
    }
}
