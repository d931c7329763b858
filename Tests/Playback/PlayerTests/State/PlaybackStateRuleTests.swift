// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming
import WindowboxTesting

@testable import WindowboxPlayer

@Suite("1.11: What the current item is doing")
struct PlaybackStateRuleTests {
    private func facts(_ status: EngineStatus?, hasPicture: Bool = true) -> ItemFacts {
        var facts = ItemFacts()
        facts.timeline = .onDemand(10)
        facts.status = status
        facts.hasPicture = hasPicture
        return facts
    }

    @Test("Nothing, something unknown and something failed are idle")
    func idle() {
        #expect(PlaybackStateRule.state(nil, hasFailed: false, shouldPlay: true) == .idle)
        #expect(PlaybackStateRule.state(ItemFacts(), hasFailed: false, shouldPlay: true) == .idle)
        #expect(PlaybackStateRule.state(facts(.playing), hasFailed: true, shouldPlay: true) == .idle)
    }

    @Test("A stalled item plays, and is told apart by buffering")
    func stalled() {
        #expect(PlaybackStateRule.state(facts(.stalled), hasFailed: false, shouldPlay: true) == .playing)
        #expect(PlaybackStateRule.isBuffering(facts(.stalled), hasItem: true, hasFailed: false))
    }

    @Test("The intention decides between playing and paused; the end is the end")
    func intention() {
        #expect(PlaybackStateRule.state(facts(.playing), hasFailed: false, shouldPlay: false) == .paused)
        #expect(PlaybackStateRule.state(facts(.paused), hasFailed: false, shouldPlay: true) == .playing)
        #expect(PlaybackStateRule.state(facts(.ended), hasFailed: false, shouldPlay: true) == .ended)
    }

    @Test("PB-23: an item buffers until its first picture, and never after it failed")
    func buffering() {
        #expect(!PlaybackStateRule.isBuffering(nil, hasItem: false, hasFailed: false))
        #expect(PlaybackStateRule.isBuffering(nil, hasItem: true, hasFailed: false))
        #expect(PlaybackStateRule.isBuffering(facts(.loading, hasPicture: false), hasItem: true, hasFailed: false))
        #expect(!PlaybackStateRule.isBuffering(facts(.loading), hasItem: true, hasFailed: false))
        #expect(!PlaybackStateRule.isBuffering(facts(.paused), hasItem: true, hasFailed: false))
        #expect(!PlaybackStateRule.isBuffering(facts(.stalled), hasItem: true, hasFailed: true))
    }

    @Test("1.11: the buffer is a share of what can be sought")
    func buffer() {
        var properties = PlayerProperties()
        #expect(properties.buffer == 0)
        properties.seekableTimeRange = TimeRange(start: 10, end: 30)
        properties.loadedTimeRange = TimeRange(start: 12, end: 20)
        #expect(properties.buffer == 0.5)
        properties.loadedTimeRange = TimeRange(start: 12, end: 99)
        #expect(properties.buffer == 1)
    }
}
