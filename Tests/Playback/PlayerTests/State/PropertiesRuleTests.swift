// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("Properties that a player publishes")
struct PropertiesRuleTests {
    private func facts(_ status: EngineStatus?, isInterrupted: Bool = false) -> ItemFacts {
        var facts = ItemFacts()
        (facts.timeline, facts.kinds, facts.status, facts.isInterrupted) = (.onDemand(100), [.video], status, isInterrupted)
        return facts
    }

    private func properties(_ facts: ItemFacts?, _ change: (inout PropertiesRule.Situation) -> Void = { _ in }) -> PlayerProperties {
        var situation = PropertiesRule.Situation(shouldPlay: true)
        change(&situation)
        return PropertiesRule.properties(of: facts, situation)
    }

    @Test("Properties derive from engine facts, the pending seek and the settings")
    func derived() {
        let known = properties(facts(.playing)) {
            $0.seekTime = 7
            $0.isMuted = true
        }
        #expect(known.playbackState == .playing)
        #expect(known.mediaType == .video)
        #expect(known.streamType == .onDemand)
        #expect(known.duration == 100)
        #expect(known.chunkDuration == 4)
        #expect(known.seekableTimeRange == TimeRange(start: 0, end: 100))
        #expect(known.seekTime == 7)
        #expect(known.isMuted)
        #expect(known.rate == 0, "the rate is not set here")
    }

    @Test("Without an item nothing is known, an item without facts is buffering, and a failed one is idle")
    func unknown() {
        #expect(properties(nil) { $0.hasItem = false } == PlayerProperties())
        #expect(properties(nil).isBuffering)
        #expect(!properties(nil) { $0.hasFailed = true }.isBuffering)
        #expect(properties(facts(.playing)) { $0.hasFailed = true }.playbackState == .idle)
    }

    @Test("A window shorter than the minimum makes a stream plain live and not seekable")
    func window() {
        var live = facts(.playing)
        live.timeline = .window(0, 20)
        #expect(properties(live).streamType == .dvr)
        let narrow = properties(live) { $0.minimumWindow = 30 }
        #expect(narrow.streamType == .live)
        #expect(narrow.seekableTimeRange == TimeRange(start: 20, end: 20))
    }

    @Test("Time advances only while the engine plays the item itself, with no seek pending")
    func moving() {
        #expect(PropertiesRule.isMoving(properties(facts(.playing)), facts(.playing)))
        #expect(!PropertiesRule.isMoving(properties(facts(.playing)) { $0.shouldPlay = false }, facts(.playing)))
        #expect(!PropertiesRule.isMoving(properties(facts(.playing)) { $0.seekTime = 3 }, facts(.playing)))
        #expect(!PropertiesRule.isMoving(properties(facts(.stalled)), facts(.stalled)))
        let interrupted = facts(.playing, isInterrupted: true)
        #expect(!PropertiesRule.isMoving(properties(interrupted), interrupted))
        #expect(!PropertiesRule.isMoving(properties(nil), nil))
    }
}
