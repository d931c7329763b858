// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("The properties that a player publishes")
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

    @Test("They come from the engine's facts, the seek under way and the settings")
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
        #expect(known.rate == 0, "the speed is decided elsewhere")
    }

    @Test("Without an item nothing is known, and without facts of one it buffers; a failure does neither")
    func unknown() {
        #expect(properties(nil) { $0.hasItem = false } == PlayerProperties())
        #expect(properties(nil).isBuffering)
        #expect(!properties(nil) { $0.hasFailed = true }.isBuffering)
        #expect(properties(facts(.playing)) { $0.hasFailed = true }.playbackState == .idle)
    }

    @Test("A window shorter than the one asked for makes a stream plain live, with nothing to seek in")
    func window() {
        var live = facts(.playing)
        live.timeline = .window(0, 20)
        #expect(properties(live).streamType == .dvr)
        let narrow = properties(live) { $0.minimumWindow = 30 }
        #expect(narrow.streamType == .live)
        #expect(narrow.seekableTimeRange == TimeRange(start: 20, end: 20))
    }

    @Test("Time advances only while the engine plays the item itself and nothing is sought")
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
