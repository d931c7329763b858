// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming
import WindowboxTesting

@testable import WindowboxPlayer

@Suite("1.11: Playback state of the current item")
struct PlaybackStateRuleTests {
    private func facts(_ status: EngineStatus?, hasPicture: Bool = true) -> ItemFacts {
        var facts = ItemFacts()
        facts.timeline = .onDemand(10)
        facts.status = status
        facts.hasPicture = hasPicture
        return facts
    }

    @Test("No item, an unknown item and a failed item are idle")
    func idle() {
        #expect(PlaybackStateRule.state(nil, hasFailed: false, shouldPlay: true) == .idle)
        #expect(PlaybackStateRule.state(ItemFacts(), hasFailed: false, shouldPlay: true) == .idle)
        #expect(PlaybackStateRule.state(facts(.playing), hasFailed: true, shouldPlay: true) == .idle)
    }

    @Test("A stalled item counts as playing and buffering")
    func stalled() {
        #expect(PlaybackStateRule.state(facts(.stalled), hasFailed: false, shouldPlay: true) == .playing)
        #expect(PlaybackStateRule.isBuffering(facts(.stalled), hasItem: true, hasFailed: false))
    }

    @Test("The play request decides between playing and paused, except at the end")
    func intention() {
        #expect(PlaybackStateRule.state(facts(.playing), hasFailed: false, shouldPlay: false) == .paused)
        #expect(PlaybackStateRule.state(facts(.paused), hasFailed: false, shouldPlay: true) == .playing)
        #expect(PlaybackStateRule.state(facts(.ended), hasFailed: false, shouldPlay: true) == .ended)
    }

    @Test("PB-23: an item buffers until its first frame, and never after a failure")
    func buffering() {
        #expect(!PlaybackStateRule.isBuffering(nil, hasItem: false, hasFailed: false))
        #expect(PlaybackStateRule.isBuffering(nil, hasItem: true, hasFailed: false))
        #expect(PlaybackStateRule.isBuffering(facts(.loading, hasPicture: false), hasItem: true, hasFailed: false))
        #expect(!PlaybackStateRule.isBuffering(facts(.loading), hasItem: true, hasFailed: false))
        #expect(!PlaybackStateRule.isBuffering(facts(.paused), hasItem: true, hasFailed: false))
        #expect(!PlaybackStateRule.isBuffering(facts(.stalled), hasItem: true, hasFailed: true))
    }

    @Test("1.11: the buffer is a fraction of the seekable range")
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
