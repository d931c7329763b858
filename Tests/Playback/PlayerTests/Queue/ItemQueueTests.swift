// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxPlayer

@Suite("Item list and its current item")
struct ItemQueueTests {
    @Test("A new list starts at its first item and drops duplicates")
    func new() {
        let queue = ItemQueue(["a", "b", "a"])
        #expect(queue.items == ["a", "b"])
        #expect(queue.current == "a")
        #expect(ItemQueue<String>([]).current == nil)
    }

    @Test("PB-10: a replaced list keeps the current item and its new neighbours")
    func keepsCurrent() {
        var queue = ItemQueue(["a", "b", "c"])
        _ = queue.choose("b")
        queue.replace(by: ["d", "b", "e"])
        #expect(queue.current == "b")
        #expect(Array(queue.previousItems) == ["d"])
        #expect(queue.upcoming == "e")
    }

    @Test(
        "PB-10: if the current item is removed, its first remaining successor becomes current, else the first item",
        arguments: [
            (["c", "a", "d"], "c"), (["d", "a"], "d"), (["a"], "a"), (["x", "a"], "x"), ([], nil),
        ] as [([String], String?)])
    func replacesCurrent(list: [String], expected: String?) {
        var queue = ItemQueue(["a", "b", "c", "d"])
        _ = queue.choose("b")
        queue.replace(by: list)
        #expect(queue.current == expected)
    }

    @Test("PB-11: items are inserted before or after an anchor, at the front and at the back")
    func insertion() {
        var queue = ItemQueue(["a", "b"])
        #expect(queue.insert("x", before: "b") == true)
        #expect(queue.insert("y", after: "b") == true)
        #expect(queue.insert("front", before: nil) == true)
        #expect(queue.insert("back", after: nil) == true)
        #expect(queue.items == ["front", "a", "x", "b", "y", "back"])
        #expect(queue.current == "a")
    }

    @Test("PB-11, decision 7: duplicates and foreign anchors are refused everywhere, even without an anchor")
    func refusedInsertion() {
        var queue = ItemQueue(["a", "b"])
        #expect(queue.insert("a", before: nil) == false)
        #expect(queue.insert("a", after: nil) == false)
        #expect(queue.insert("a", after: "b") == false)
        #expect(queue.insert("x", before: "foreign") == false)
        #expect(queue.insert("x", after: "foreign") == false)
        #expect(queue.items == ["a", "b"])
    }

    @Test("PB-12: items move, and the current item stays current")
    func moves() {
        var queue = ItemQueue(["a", "b", "c", "d"])
        #expect(queue.move("a", after: "c") == true)
        #expect(queue.items == ["b", "c", "a", "d"])
        #expect(queue.current == "a")
        #expect(queue.move("d", before: "b") == true)
        #expect(queue.items == ["d", "b", "c", "a"])
        #expect(queue.move("b", before: nil) == true)
        #expect(queue.items == ["b", "d", "c", "a"])
        #expect(queue.move("b", after: nil) == true)
        #expect(queue.items == ["d", "c", "a", "b"])
    }

    @Test("PB-12: an item already in place, a foreign one or an item's own anchor does not move")
    func refusedMoves() {
        var queue = ItemQueue(["a", "b", "c"])
        #expect(queue.move("a", before: "b") == false)
        #expect(queue.move("b", after: "a") == false)
        #expect(queue.move("a", before: nil) == false)
        #expect(queue.move("c", after: nil) == false)
        #expect(queue.move("a", before: "a") == false)
        #expect(queue.move("a", after: "a") == false)
        #expect(queue.move("x", before: "a") == false)
        #expect(queue.move("a", after: "x") == false)
        #expect(queue.items == ["a", "b", "c"])
    }

    @Test("PB-12: every possible move keeps the current item", arguments: 0..<5)
    func everyMove(current: Int) {
        for item in 0..<5 {
            for anchor in 0..<5 {
                for before in [true, false] {
                    var queue = ItemQueue(Array(0..<5))
                    _ = queue.choose(current)
                    let hasMoved = before ? queue.move(item, before: anchor) : queue.move(item, after: anchor)
                    #expect(queue.current == current)
                    #expect(queue.items.sorted() == Array(0..<5))
                    guard hasMoved, let index = queue.items.firstIndex(of: item), let place = queue.items.firstIndex(of: anchor) else {
                        continue
                    }
                    #expect(index == (before ? place - 1 : place + 1))
                }
            }
        }
    }

    @Test("PB-13: removing another item keeps the current one", arguments: 0..<4)
    func removingOthers(current: Int) {
        for item in 0..<4 where item != current {
            var queue = ItemQueue(Array(0..<4))
            _ = queue.choose(current)
            _ = queue.remove(item)
            _ = queue.insert(9, before: nil)
            #expect(queue.current == current)
        }
    }

    @Test("PB-13: removing the current item continues with the next one, or with the first after the last")
    func removal() {
        var queue = ItemQueue(["a", "b", "c"])
        #expect(queue.remove("a") == true)
        #expect(queue.current == "b")
        _ = queue.choose("c")
        #expect(queue.remove("c") == true)
        #expect(queue.current == "b")
        #expect(queue.remove("c") == false)
        queue.removeAll()
        #expect(queue.current == nil)
        #expect(queue.items.isEmpty)
    }

    @Test("PB-14: choosing an item that is not in the list replaces the current one")
    func choosing() {
        var queue = ItemQueue(["a", "b", "c"])
        #expect(queue.choose("a") == .same)
        #expect(queue.choose("b") == .other)
        #expect(queue.choose("x") == .replacement)
        #expect(queue.items == ["a", "x", "c"])
        #expect(queue.choose(nil) == .none)
        #expect(queue.items == ["a", "x", "c"])
        #expect(queue.current == nil)
        #expect(queue.previousItems.isEmpty)
        #expect(Array(queue.nextItems) == ["a", "x", "c"])
    }

    @Test("A list of 10,000 items keeps its order through many edits")
    func longList() {
        var queue = ItemQueue(Array(0..<10_000))
        for number in 0..<100 {
            _ = queue.insert(10_000 + number, after: 5_000)
            _ = queue.move(number, after: nil)
            _ = queue.remove(9_000 + number)
        }
        #expect(queue.items.count == 10_000)
        #expect(Set(queue.items).count == 10_000)
        #expect(Array(queue.items.suffix(100)) == Array(0..<100))
        let index = queue.items.firstIndex(of: 5_000) ?? 0
        #expect(Array(queue.items[(index + 1)...].prefix(100)) == Array((10_000..<10_100).reversed()))
    }
}
