// SPDX-License-Identifier: Apache-2.0

import Observation
import Synchronization
import Testing

@testable import WindowboxPlayer

@MainActor @Suite("Observation of the item list")
struct PlayerQueueTests {
    private let items: [PlayerItem] = ["a", "b", "c"].map { .simple(url: $0) }

    private final class Told: Sendable { let hasCome = Mutex(false) }

    private func notifies(_ read: @escaping () -> Void, when act: () -> Void) -> Bool {
        let told = Told()
        withObservationTracking(read, onChange: { told.hasCome.withLock { $0 = true } })
        act()
        return told.hasCome.withLock { $0 }
    }

    @Test("Observers are notified only of edits that change something")
    func edits() {
        let queue = PlayerQueue(items)
        let extra = PlayerItem.simple(url: "d")
        #expect(notifies({ _ = queue.items }) { _ = queue.edit { $0.insert(extra, after: nil) } })
        #expect(!notifies({ _ = queue.items }) { _ = queue.edit { $0.insert(extra, after: nil) } })
        #expect(!notifies({ _ = queue.repeatMode }) { _ = queue.edit { $0.remove(extra) } })
        #expect(notifies({ _ = queue.items }) { _ = queue.choose(extra) }, "it replaces the current item")
        #expect(!notifies({ _ = queue.items }) { _ = queue.choose(items[1]) })
        #expect(queue.change(.all))
        #expect(!queue.change(.all))
        #expect(notifies({ _ = queue.observedWithRepetition.following }) { _ = queue.change(.off) })
        #expect(!notifies({ _ = queue.observed.nextItems }) { _ = queue.change(.one) })
    }

    @Test("The presented item follows the list only when shown")
    func present() {
        let queue = PlayerQueue(items)
        #expect(queue.present == nil)
        #expect(queue.showCurrent().changed)
        _ = queue.choose(items[1])
        #expect(queue.present === items[0])
        let (changed, previous) = queue.showCurrent()
        #expect(changed)
        #expect(previous === items[0])
        #expect(queue.present === items[1])
        #expect(!queue.showCurrent().changed)
    }

    @Test("Only loaded items are observed")
    func loading() {
        let queue = PlayerQueue(items)
        queue.load([items[0], items[1]]) { _ in }
        queue.load([items[1], items[2]]) { _ in }
        #expect(items.map { $0.onChange != nil } == [false, true, true])
        queue.releaseAll()
        #expect(items.allSatisfy { $0.onChange == nil })
    }
}
