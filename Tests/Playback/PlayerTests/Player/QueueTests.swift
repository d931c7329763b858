// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("Item list of a player")
struct QueueTests {
    @Test("PB-10: editing elsewhere leaves the current item playing and prepares its new successor")
    func editing() {
        let stage = Stage("a", "b", "c")
        stage.show(1)
        _ = stage.engine.takeLog()
        #expect(stage.player.remove(stage.items[1]))
        #expect(stage.engine.takeLog() == ["forget #2", "prepare c #3"])
        #expect(stage.player.move(stage.items[0], after: nil))
        #expect(stage.engine.takeLog() == ["forget #3"])
        #expect(stage.player.currentItem === stage.items[0])
        #expect(stage.player.previousItems == [stage.items[2]])
        #expect(stage.player.nextItems.isEmpty)
    }

    @Test("PB-10: without items nothing is current, and the engine is empty")
    func emptying() {
        let stage = Stage("a", "b")
        stage.fail(1)
        _ = stage.engine.takeLog()
        stage.player.items = []
        #expect(stage.player.currentItem == nil)
        #expect(stage.player.error == nil)
        #expect(stage.player.playbackState == .idle)
        #expect(stage.engine.takeLog() == ["unload"])
    }

    @Test("PB-11, decision 7: the player refuses items that are already in its list")
    func duplicates() {
        let stage = Stage("a", "b")
        #expect(!stage.player.append(stage.items[0]))
        #expect(!stage.player.prepend(stage.items[1]))
        #expect(!stage.player.insert(stage.items[1], before: stage.items[0]))
        #expect(stage.player.items == stage.items)
    }

    @Test("PB-13: removing the current item plays the next one, using the prepared engine item")
    func removingCurrent() {
        let stage = Stage("a", "b", "c")
        stage.show(1)
        _ = stage.engine.takeLog()
        stage.player.remove(stage.items[0])
        #expect(stage.player.currentItem === stage.items[1])
        #expect(stage.engine.takeLog() == ["load b #2"])
    }

    @Test("PB-14: setting the current item again seeks to its default position")
    func sameItem() {
        let stage = Stage("a")
        stage.show(1, at: 50)
        _ = stage.engine.takeLog()
        stage.player.currentItem = stage.items[0]
        #expect(stage.engine.takeLog() == ["seek 0.0"])
        #expect(!stage.player.shouldPlay)

        let window = Stage("w")
        window.show(1, .window(0, 60), at: 20)
        _ = window.engine.takeLog()
        window.player.currentItem = window.items[0]
        #expect(window.engine.takeLog() == ["seek 59.9"])
    }

    @Test("PB-14: setting another item plays it, a foreign one replaces the current one, and nil keeps the list")
    func otherItems() {
        let stage = Stage("a", "b", "c")
        stage.player.play()
        _ = stage.engine.takeLog()
        stage.player.currentItem = stage.items[2]
        #expect(stage.engine.takeLog() == ["load c #2"])
        #expect(stage.player.shouldPlay)
        let foreign = PlayerItem.simple(url: "x")
        stage.player.currentItem = foreign
        #expect(stage.player.items == [stage.items[0], stage.items[1], foreign])
        #expect(stage.engine.takeLog() == ["load x #3"])
        stage.player.currentItem = nil
        #expect(stage.player.items.count == 3)
        #expect(stage.engine.takeLog() == ["unload"])
    }

    @Test("PB-17: an item appended to an empty or finished player plays if playback is wanted")
    func appending() {
        let stage = Stage()
        stage.player.play()
        let (a, b) = (PlayerItem.simple(url: "a"), PlayerItem.simple(url: "b"))
        stage.player.append(a)
        #expect(stage.engine.takeLog() == ["play", "load a #1"])
        stage.show(1)
        stage.send(.ended, 1)
        #expect(stage.player.currentItem == nil)
        _ = stage.engine.takeLog()
        stage.player.append(b)
        #expect(stage.player.currentItem === b)
        #expect(stage.player.shouldPlay)
        #expect(stage.engine.takeLog() == ["load b #2"])
    }

    @Test("1.5: Navigation uses the prepared item and does nothing at the ends of the list")
    func navigation() {
        let stage = Stage("a", "b", configuration: PlayerConfiguration(navigationMode: .immediate))
        stage.show(1)
        #expect(!stage.player.canReturnToPreviousItem)
        #expect(stage.player.canAdvanceToNextItem)
        _ = stage.engine.takeLog()
        stage.player.advanceToNextItem()
        #expect(stage.engine.takeLog() == ["load b #2"])
        #expect(!stage.player.canAdvanceToNextItem)
        stage.player.advanceToNextItem()
        #expect(stage.engine.takeLog() == [])
        stage.player.returnToPreviousItem()
        #expect(stage.player.currentItem === stage.items[0])
    }

    @Test("1.5: Smart navigation restarts an on-demand item that has played for some seconds")
    func smartNavigation() {
        let stage = Stage("a", "b")
        stage.player.currentItem = stage.items[1]
        stage.show(2, at: 2)
        stage.player.returnToPreviousItem()
        #expect(stage.player.currentItem === stage.items[0])
        stage.show(3, at: 4)
        _ = stage.engine.takeLog()
        stage.player.returnToPreviousItem()
        #expect(stage.player.currentItem === stage.items[0])
        #expect(stage.engine.takeLog() == ["seek 0.0"])
    }

    @Test("PB-18: with all items repeated, navigation wraps, and a single item restarts")
    func wrapping() {
        let stage = Stage("a")
        stage.player.repeatMode = .all
        stage.show(1)
        #expect(stage.engine.takeLog().last == "prepare a #2")
        stage.player.advanceToNextItem()
        #expect(stage.engine.takeLog() == ["load a #2"])
        #expect(stage.player.currentItem === stage.items[0])
    }
}
