// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine

/// Which items the engine holds, and which are being loaded for it: the current one and the next, never more.
@MainActor struct EngineItems {
    struct Held {
        var item: PlayerItem
        var id: ItemID
        var asset: Asset
        var facts = ItemFacts()
        /// As the engine was told.
        var blocked = BlockedRanges()
    }

    /// What the engine was told to play.
    var onAir: Held?
    /// What the engine was told to prepare.
    var upNext: Held?
    /// The engine was told to play something since it was told to stop.
    var isEngineBusy = false
    private var entered: [PlayerItem] = []
    private var lastID = 0

    nonisolated init() {}

    mutating func nextID() -> ItemID {
        lastID += 1
        return ItemID(lastID)
    }

    /// Changes what is known of an item that the engine holds; other ids are of items that are gone.
    mutating func note(_ id: ItemID, _ change: (inout ItemFacts) -> Void) {
        if onAir?.id == id {
            change(&onAir!.facts)
        } else if upNext?.id == id {
            change(&upNext!.facts)
        }
    }

    func item(_ id: ItemID) -> PlayerItem? { [onAir, upNext].compactMap { $0 }.first { $0.id == id }?.item }

    /// Lets these items load, and the others of before no more.
    mutating func enter(_ items: [PlayerItem], onChange: @escaping @MainActor (PlayerItem) -> Void) {
        for item in entered where !items.contains(item) { item.leave() }
        entered = items
        for item in items {
            item.onChange = onChange
            item.enter()
        }
    }

    mutating func releaseAll() {
        for item in entered { item.leave() }
        entered = []
    }
}
