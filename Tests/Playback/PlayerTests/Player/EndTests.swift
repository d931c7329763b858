// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("End of an item and of the list")
struct EndTests {
    @Test("PB-16: the next item starts automatically, even if the engine had not prepared it")
    func advance() {
        let stage = Stage("a", "b")
        stage.player.play()
        stage.show(1)
        _ = stage.engine.takeLog()
        stage.send(.ended, 1)
        #expect(stage.player.currentItem === stage.items[1])
        #expect(stage.engine.takeLog() == ["load b #2"])
        #expect(stage.player.shouldPlay)
    }

    @Test("PB-16: after the last item nothing is current, the list stays, and the speed returns to 1")
    func listEnd() {
        let stage = Stage("a")
        stage.player.play()
        stage.show(1)
        stage.player.desiredSpeed = 2
        #expect(stage.player.speed == 2)
        _ = stage.engine.takeLog()
        stage.send(.ended, 1)
        #expect(stage.player.currentItem == nil)
        #expect(stage.player.items == stage.items)
        #expect(stage.player.speed == 1)
        #expect(stage.player.desiredSpeed == 1)
        #expect(stage.player.speedRange == 1...1)
        #expect(stage.player.time == nil)
        #expect(stage.engine.takeLog() == ["unload", "rate 1.0"])
        stage.player.repeatMode = .all
        stage.player.move(stage.items[0], after: nil)
        #expect(stage.engine.takeLog() == [])
    }

    @Test("PB-16: with pause as the end action, the item stays ended and nothing is prepared after it")
    func pauseAtEnd() {
        let stage = Stage("a", "b")
        stage.player.actionAtItemEnd = .pause
        stage.player.play()
        stage.show(1)
        stage.send(.ended, 1)
        #expect(stage.player.playbackState == .ended)
        #expect(stage.player.currentItem === stage.items[0])
        #expect(!stage.player.shouldPlay)
        #expect(!stage.engine.takeLog().contains { $0.hasPrefix("prepare") })
    }

    @Test("A list can stay at the end of its last item, with the time at the end; a seek back resumes playback")
    func stayAtLast() {
        let stage = Stage("a", "b")
        stage.player.actionAtItemEnd = .advanceAndStayAtLast
        stage.player.play()
        stage.show(1)
        #expect(stage.engine.log.contains("prepare b #2"))
        stage.send(.advanced(from: ItemID(1), to: ItemID(2)))
        stage.show(2, at: 119.9)
        stage.send(.ended, 2)
        #expect(stage.player.currentItem === stage.items[1])
        #expect(stage.player.playbackState == .ended)
        #expect(stage.player.time == 120)
        #expect(stage.player.canReplay)
        #expect(!stage.engine.log.contains("unload"))
        _ = stage.engine.takeLog()
        stage.player.seek(.at(10))
        stage.engine.land()
        #expect(stage.engine.takeLog() == ["seek 10.0"])
        #expect(stage.player.playbackState == .playing)
        #expect(stage.player.time == 10)
    }

    @Test("After a pause at the end of the list, a seek stays paused; replay restarts the last item")
    func pausedAtLast() {
        let stage = Stage.playing("a")
        stage.player.actionAtItemEnd = .advanceAndStayAtLast
        stage.send(.ended, 1)
        stage.player.pause()
        stage.player.seek(.at(10))
        stage.engine.land()
        #expect(stage.player.playbackState == .paused)
        stage.player.play()
        stage.send(.ended, 1)
        _ = stage.engine.takeLog()
        stage.player.togglePlayPause()
        #expect(stage.engine.takeLog() == ["seek 0.0"])
        #expect(stage.player.playbackState == .playing)
    }

    @Test("With repetition, a list that would stay at its last item wraps around")
    func repeatingAtLast() {
        let stage = Stage.playing("a", "b")
        stage.player.actionAtItemEnd = .advanceAndStayAtLast
        stage.player.repeatMode = .all
        stage.send(.ended, 1)
        stage.show(2)
        stage.send(.ended, 2)
        #expect(stage.player.currentItem === stage.items[0])
    }

    @Test("A step back from the end updates the time; a step forward is refused")
    func stepAtTheEnd() async {
        let stage = Stage.playing("a")
        stage.player.actionAtItemEnd = .advanceAndStayAtLast
        stage.send(.ended, 1)
        stage.player.pause()
        #expect(await !stage.player.step(by: 1))
        #expect(await stage.player.step(by: -1))
        stage.send(.seeked(ItemID(1), SeekReport(target: 119.5, landed: 119.5, latency: 0)))
        #expect(stage.player.time == 119.5)
        #expect(stage.player.playbackState == .paused)
    }

    @Test("An item whose rest is blocked ends where the blocked range begins")
    func blockedEnd() {
        let metadata = PlayerMetadata(markedRanges: [MarkedRange(.blocked, TimeRange(start: 100, end: 120))])
        let stage = Stage(items: [.simple(url: "a", metadata: metadata)])
        stage.player.actionAtItemEnd = .advanceAndStayAtLast
        stage.player.play()
        stage.show(1, at: 99.9)
        stage.send(.ended, 1)
        #expect(stage.player.time == 100)
    }

    @Test("1.11: A seek leaves the ended state")
    func leavingTheEnd() {
        let stage = Stage("a")
        stage.player.actionAtItemEnd = .pause
        stage.show(1)
        stage.send(.ended, 1)
        stage.player.seek(.at(10))
        #expect(stage.player.playbackState == .paused)
    }

    @Test("PB-18: a repeated item is prepared again after itself and continues without a gap")
    func repeatOne() {
        let stage = Stage("a", "b")
        stage.player.repeatMode = .one
        stage.show(1)
        #expect(stage.engine.takeLog().last == "prepare a #2")
        stage.send(.advanced(from: ItemID(1), to: ItemID(2)))
        #expect(stage.player.currentItem === stage.items[0])
        #expect(stage.engine.takeLog() == ["advanced #2", "prepare a #3"])
        stage.send(.ended, 2)
        #expect(stage.engine.takeLog() == ["load a #3"])
    }

    @Test("PB-18: changing the repeat mode changes the prepared item, never the playing one")
    func changingMode() {
        let stage = Stage("a", "b")
        stage.show(1)
        _ = stage.engine.takeLog()
        stage.player.repeatMode = .one
        #expect(stage.engine.takeLog() == ["forget #2", "prepare a #3"])
        stage.player.repeatMode = .off
        #expect(stage.engine.takeLog() == ["forget #3", "prepare b #4"])
    }

    @Test("PB-18: changing the repeat mode does not restart an ended or failed item")
    func changingModeAtTheEnd() {
        let ended = Stage.playing("a", "b")
        ended.send(.ended, 1)
        ended.send(.ended, 2)
        #expect(ended.player.currentItem == nil)
        #expect(ended.player.canReplay)
        let failed = Stage.playing("a", "b")
        failed.fail(1)
        for stage in [ended, failed] {
            _ = stage.engine.takeLog()
            for mode in [RepeatMode.one, .all, .off] { stage.player.repeatMode = mode }
            #expect(!stage.engine.takeLog().contains { $0.hasPrefix("load") || $0 == "play" })
            #expect(stage.player.canReplay)
        }
    }

    @Test("Facts about the next item are kept when it becomes current")
    func gapless() {
        let stage = Stage("a", "b")
        stage.player.play()
        stage.show(1)
        stage.send(.timeline(ItemID(2), .onDemand(33)))
        stage.send(.kinds(ItemID(2), [.audio]))
        #expect(stage.player.duration == 120)
        stage.engine.set(position: 0)
        stage.send(.advanced(from: ItemID(1), to: ItemID(2)))
        stage.send(.playing, 2)
        #expect(stage.player.duration == 33)
        #expect(stage.player.mediaType == .audio)
        #expect(stage.player.playbackState == .playing)
        #expect(stage.player.time == 0)
    }

    @Test("When the list changes while the engine advances, the list wins")
    func crossing() {
        let stage = Stage("a", "b", "c")
        stage.show(1)
        stage.player.remove(stage.items[1])
        _ = stage.engine.takeLog()
        stage.send(.advanced(from: ItemID(1), to: ItemID(2)))
        #expect(stage.player.currentItem === stage.items[2])
        #expect(stage.engine.takeLog() == ["load c #3"])
    }
}
