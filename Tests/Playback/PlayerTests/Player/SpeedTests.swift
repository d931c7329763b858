// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine

@testable import WindowboxPlayer

@MainActor @Suite("The speed of a player")
struct SpeedTests {
    @Test("PB-35: a speed set before anything is loaded is used later, and never starts playing")
    func early() {
        let stage = Stage("a")
        stage.player.playbackSpeed = 1.5
        #expect(stage.player.playbackSpeed == 1)
        #expect(stage.player.requestedPlaybackSpeed == 1.5)
        #expect(!stage.engine.takeLog().contains("rate 1.5"))
        stage.show(1)
        #expect(stage.player.playbackSpeed == 1.5)
        #expect(stage.player.playbackSpeedRange == 0.1...2)
        #expect(stage.engine.takeLog().contains("rate 1.5"))
        #expect(!stage.player.shouldPlay)
        #expect(stage.player.rate == 0)
        stage.player.play()
        stage.tell(.playing, 1)
        #expect(stage.player.rate == 1.5)
    }

    @Test("PB-35: the speed stays from one on-demand item to the next, and is 1 for live")
    func items() {
        let stage = Stage("a", "b", "c")
        stage.show(1)
        stage.player.playbackSpeed = 2
        stage.tell(.advanced(from: ItemID(1), to: ItemID(2)))
        #expect(stage.player.playbackSpeed == 2)
        stage.show(2)
        #expect(stage.player.playbackSpeed == 2)
        stage.player.advanceToNextItem()
        stage.show(3, .live(10))
        #expect(stage.player.playbackSpeed == 1)
        #expect(stage.player.playbackSpeedRange == 1...1)
    }

    @Test("MP-6, decision 3: playing that catches up with the edge falls to 1, and is free again well behind it")
    func edge() {
        let stage = Stage("a")
        stage.player.play()
        stage.player.playbackSpeed = 2
        stage.show(1, .window(0, 100), at: 90)
        #expect(stage.player.playbackSpeed == 2)
        stage.play(for: 3, rate: 2)
        #expect(stage.player.playbackSpeed == 1)
        #expect(stage.player.playbackSpeedRange == 0.1...1)
        #expect(stage.player.requestedPlaybackSpeed == 2)
        stage.player.seek(.at(20))
        #expect(stage.player.playbackSpeed == 2)
    }
}
