// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("Stalls of a player")
struct StallTests {
    @Test("MP-5: A stall is told once, and so is its end; the player wants to play and buffers meanwhile")
    func told() async {
        let stage = Stage.playing("a")
        var events = stage.player.events.makeAsyncIterator()
        stage.tell(.stalled, 1)
        stage.tell(.stalled, 1)
        #expect(stage.player.isBuffering)
        #expect(stage.player.playbackState == .playing)
        stage.tell(.playing, 1)
        stage.tell(.playing, 1)
        stage.tell(.stalled, 1)
        stage.tell(.paused, 1)
        var told: [PlayerEvent] = []
        while told.count < 4, let event = await events.next() { told.append(event) }
        #expect(told == [.stalled, .resumedAfterStall, .stalled, .resumedAfterStall])
        #expect(!stage.player.isBuffering)
    }

    @Test("MP-5: Still stuck after five seconds, playing is asked for again, and every five seconds")
    func stuck() {
        let stage = Stage.playing("a")
        stage.tell(.stalled, 1)
        _ = stage.engine.takeLog()
        stage.clock.advance(by: 4.9)
        #expect(!stage.engine.takeLog().contains("play"))
        stage.clock.advance(by: 0.6)
        #expect(stage.engine.takeLog().filter { $0 == "play" }.count == 1)
        stage.clock.advance(by: 5.5)
        #expect(stage.engine.takeLog().filter { $0 == "play" }.count == 1)
        stage.tell(.playing, 1)
        stage.clock.advance(by: 20)
        #expect(!stage.engine.takeLog().contains("play"))
    }

    @Test("MP-5: Waiting for a seek, or for the first picture, is no stall; one that an item leaves in is over")
    func others() async {
        let stage = Stage("a", "b")
        var events = stage.player.events.makeAsyncIterator()
        stage.player.play()
        stage.tell(.stalled, 1)
        stage.show(1)
        stage.player.seek(.at(5), .immediate)
        stage.tell(.stalled, 1)
        stage.engine.land()
        stage.tell(.playing, 1)
        stage.tell(.stalled, 1)
        stage.player.advanceToNextItem()
        var told: [PlayerEvent] = []
        while told.last != .resumedAfterStall, let event = await events.next() { told.append(event) }
        #expect(told == [.willSeek(to: 5), .didSeek(to: 5), .stalled, .resumedAfterStall])
    }
}
