// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxPlayer

@Suite("End of an item, and repetition")
struct ItemQueueEndTests {
    @Test("PB-16: after the last item nothing is current, and the list is kept")
    func end() {
        var queue = ItemQueue(["a", "b"])
        #expect(queue.advanceAtEnd() == "b")
        #expect(queue.advanceAtEnd() == nil)
        #expect(queue.hasFinished)
        #expect(queue.items == ["a", "b"])
        #expect(queue.following == nil)
        #expect(queue.preceding == nil)
    }

    @Test("PB-17: an item appended to an empty or finished list becomes current")
    func appending() {
        var empty = ItemQueue<String>([])
        _ = empty.insert("a", after: nil)
        #expect(empty.current == "a")

        var finished = ItemQueue(["a"])
        _ = finished.advanceAtEnd()
        _ = finished.insert("0", before: nil)
        #expect(finished.current == nil)
        _ = finished.insert("b", after: nil)
        #expect(finished.current == "b")
        #expect(!finished.hasFinished)
    }

    @Test("PB-17: replacing a finished list continues with the new items after the old ones")
    func replacingFinished() {
        var queue = ItemQueue(["a", "b"])
        _ = queue.advanceAtEnd()
        _ = queue.advanceAtEnd()
        queue.replace(by: ["b", "a"])
        #expect(queue.current == nil)
        queue.replace(by: ["x", "a", "c", "d"])
        #expect(queue.current == "c")
    }

    @Test("PB-14: a list that was stopped explicitly stays stopped when it grows")
    func stopped() {
        var queue = ItemQueue(["a"])
        _ = queue.choose(nil)
        _ = queue.insert("b", after: nil)
        #expect(queue.current == nil)
        #expect(!queue.hasFinished)
    }

    @Test("PB-18: a repeated item follows itself, while navigation still moves to others")
    func repeatOne() {
        var queue = ItemQueue(["a", "b"])
        queue.repeatMode = .one
        #expect(queue.upcoming == "a")
        #expect(queue.following == "b")
        #expect(queue.advanceAtEnd() == "a")
    }

    @Test("PB-18: a repeated list wraps at both ends, even with a single item")
    func repeatAll() {
        var queue = ItemQueue(["a", "b", "c"])
        queue.repeatMode = .all
        #expect(queue.preceding == "c")
        _ = queue.choose("c")
        #expect(queue.following == "a")
        #expect(queue.upcoming == "a")
        var single = ItemQueue(["a"])
        single.repeatMode = .all
        #expect(single.following == "a")
        #expect(single.preceding == "a")
        #expect(single.advanceAtEnd() == "a")
        #expect(single.successor == nil)
    }
}
