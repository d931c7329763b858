// SPDX-License-Identifier: Apache-2.0

import Observation

/// A player's observable list, following the rules of ``ItemQueue``. Loads the current and the next item, and no others.
@MainActor @Observable final class PlayerQueue {
    /// The current item for observers. It changes slightly after the list, once the former item has been left.
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

    /// The list, for properties that depend on its items and the current one.
    var observed: ItemQueue<PlayerItem> {
        _ = items
        _ = present
        return list
    }

    /// The list, for properties that also depend on the repeat mode.
    var observedWithRepetition: ItemQueue<PlayerItem> {
        _ = repeatMode
        return observed
    }

    /// - Returns: whether the mode changed.
    func change(_ mode: RepeatMode) -> Bool {
        guard mode != list.repeatMode else { return false }
        withMutation(keyPath: \.repeatMode) { list.repeatMode = mode }
        return true
    }

    /// - Parameter change: returns whether it changed anything.
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
    /// - Returns: whether it changed, and the former item.
    func showCurrent() -> (changed: Bool, previous: PlayerItem?) {
        let previous = present
        guard previous !== list.current else { return (false, previous) }
        present = list.current
        return (true, previous)
    }

    /// The item whose media is at this address.
    func item(at address: String) -> PlayerItem? {
        list.items.first { item in
            if case .ready(let asset) = item.content, case .media(let media) = asset.source { return media.address == address }
            return false
        }
    }

    // MARK: Loading

    /// Loads these items, and stops loading the ones loaded before.
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
