// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("Items held by an engine")
struct EngineItemsTests {
    private let one = PlayerItem.simple(url: "a")
    private let two = PlayerItem.simple(url: "b")
    private let a = Asset.simple(url: "a")
    private let b = Asset.simple(url: "b")

    /// The actions as an engine receives them.
    private func log(_ actions: [EngineItems.Action]) -> [String] {
        let engine = FakeEngine()
        EngineRouter(engine).perform(actions)
        return engine.takeLog()
    }

    @Test("A prepared item plays under its existing ID, but only from its default position")
    func prepared() {
        var items = EngineItems()
        #expect(log(items.load(a, of: one, at: .automatic)) == ["load a #1"])
        #expect(log(items.prepare(b, of: two)) == ["prepare b #2"])
        #expect(log(items.prepare(b, of: two)) == [], "it is already prepared")
        var elsewhere = items
        #expect(log(elsewhere.load(b, of: two, at: .time(5))) == ["load b #3 at time(5.0)"])
        #expect(log(items.load(b, of: two, at: .automatic)) == ["load b #2"])
        #expect(items.upNext == nil)
        #expect(items.onAir?.item === two)
    }

    @Test("Preparing another item replaces the previously prepared one")
    func replaced() {
        var items = EngineItems()
        _ = items.prepare(a, of: one)
        #expect(log(items.prepare(b, of: two)) == ["forget #1", "prepare b #2"])
        #expect(log(items.forgetNext()) == ["forget #2"])
        #expect(log(items.forgetNext()) == [])
    }

    @Test("After the engine advances by itself, the next item keeps the playing status and counts as showing a frame")
    func advancing() {
        var items = EngineItems()
        _ = items.load(a, of: one, at: .automatic)
        #expect(log(items.advance(from: .playing)) == [], "nothing was prepared")
        _ = items.prepare(b, of: two)
        items.note(ItemID(2)) { $0.kinds = [.audio] }
        #expect(log(items.advance(from: .ended)) == ["advanced #2"])
        #expect(items.onAir?.facts.status == .playing)
        #expect(items.onAir?.facts.hasPicture == true)
        #expect(items.onAir?.facts.kinds == [.audio])
        #expect(items.upNext == nil)
    }

    @Test("An engine is unloaded once, and a newly attached engine not at all")
    func stopping() {
        var items = EngineItems()
        #expect(log(items.stop()) == [])
        _ = items.load(a, of: one, at: .automatic)
        items.leave()
        #expect(log(items.stop()) == ["unload"], "the item that was left plays until then")
        #expect(log(items.stop()) == [])
        _ = items.load(a, of: one, at: .automatic)
        items.engineChanged()
        #expect(log(items.stop()) == [])
    }

    @Test("The same resource keeps playing with new settings, and facts about removed items are ignored")
    func facts() {
        var items = EngineItems()
        #expect(items.refresh(a) == false)
        _ = items.load(a, of: one, at: .automatic)
        #expect(items.refresh(.simple(url: "a")) == true)
        #expect(items.refresh(b) == false)
        items.note(ItemID(9)) { $0.status = .playing }
        #expect(items.onAir?.facts.status == nil)
        items.note(ItemID(1)) { $0.status = .ended }
        items.leaveEnd()
        #expect(items.onAir?.facts.status == .paused)
        items.note(ItemID(1)) { $0.status = .stalled }
        items.leaveEnd()
        #expect(items.onAir?.facts.status == .stalled)
        #expect(items.item(ItemID(1)) === one)
        #expect(items.item(ItemID(2)) == nil)
    }

    @Test("Blocked ranges are sent once per item")
    func blocks() {
        let marked = PlayerMetadata(markedRanges: [MarkedRange(.blocked, TimeRange(start: 1, end: 2))])
        let item = PlayerItem.simple(url: "a", metadata: marked)
        var items = EngineItems()
        _ = items.load(a, of: item, at: .automatic)
        _ = items.prepare(b, of: two)
        #expect(log(items.updateBlocks()) == ["block 1.0-2.0 #1"])
        #expect(log(items.updateBlocks()) == [])
    }
}
