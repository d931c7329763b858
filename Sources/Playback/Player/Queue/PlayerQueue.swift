// SPDX-License-Identifier: Apache-2.0

import Observation

/// The list of a player as its observers see it. The rules are those of ``ItemQueue``. The two items in hand are loaded, and no others.
@MainActor @Observable final class PlayerQueue {
    /// The item that everything observed is about. It follows the list a moment later, once the item before it has been left.
    private(set) var present: PlayerItem?
    @ObservationIgnored private(set) var list: ItemQueue<PlayerItem>
    @ObservationIgnored private var inHand: [PlayerItem] = []

    init(_ items: [PlayerItem]) { list = ItemQueue(items) }

    var items: [PlayerItem] {
        access(keyPath: \.items)
        return list.items
    }

    var repeatMode: RepeatMode {
        access(keyPath: \.repeatMode)
        return list.repeatMode
    }

    /// The list, for answers that depend on its items and on the current one.
    var observed: ItemQueue<PlayerItem> {
        _ = items
        _ = present
        return list
    }

    /// The list, for answers that also depend on what is repeated.
    var observedWithRepetition: ItemQueue<PlayerItem> {
        _ = repeatMode
        return observed
    }

    /// - Returns: whether it was another mode before.
    func change(_ mode: RepeatMode) -> Bool {
        guard mode != list.repeatMode else { return false }
        withMutation(keyPath: \.repeatMode) { list.repeatMode = mode }
        return true
    }

    /// - Parameter change: says whether it has changed anything.
    func edit(_ change: (inout ItemQueue<PlayerItem>) -> Bool) -> Bool {
        let hasChanged = change(&list)
        if hasChanged { withMutation(keyPath: \.items) {} }
        return hasChanged
    }

    func choose(_ item: PlayerItem?) -> ItemQueue<PlayerItem>.Choice {
        let choice = list.choose(item)
        if choice == .replacement { withMutation(keyPath: \.items) {} }
        return choice
    }

    func advanceAtEnd() { _ = list.advanceAtEnd() }

    /// Makes the list's current item the present one.
    /// - Returns: whether that was another one, and the item before.
    func showCurrent() -> (changed: Bool, former: PlayerItem?) {
        let former = present
        guard former !== list.current else { return (false, former) }
        present = list.current
        return (true, former)
    }

    /// The item that has media at this address.
    func item(at address: String) -> PlayerItem? {
        list.items.first { item in
            if case .ready(let asset) = item.content, case .media(let media) = asset.source { return media.address == address }
            return false
        }
    }

    // MARK: Loading

    /// Lets these items load, and those that were in hand before no longer.
    func load(_ items: [PlayerItem], onChange: @escaping @MainActor (PlayerItem) -> Void) {
        for item in inHand where !items.contains(item) { item.leave() }
        inHand = items
        for item in items {
            item.onChange = onChange
            item.enter()
        }
    }

    func releaseAll() {
        for item in inHand { item.leave() }
        inHand = []
    }
}
