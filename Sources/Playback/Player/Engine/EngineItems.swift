// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxStreaming

/// The items that the engine holds: the one that plays and the one prepared to follow it, never more. Every change returns commands for the
/// engine.
@MainActor struct EngineItems {
    struct HeldItem {
        var item: PlayerItem
        var id: ItemID
        var asset: Asset
        var facts = ItemFacts()
        /// The ranges last sent to the engine.
        var blocked = BlockedRanges()
    }

    enum Action {
        case load(Asset, ItemID, StartPosition)
        /// nil discards what was prepared under the ID.
        case prepare(Asset?, ItemID)
        case block(BlockedRanges, ItemID)
        /// The engine has continued on its own with what was prepared under the ID.
        case advanced(ItemID)
        case unload
    }

    /// The item that the engine was asked to play.
    private(set) var onAir: HeldItem?
    /// The item that the engine was asked to prepare.
    private(set) var upNext: HeldItem?
    /// Whether the engine was asked to play something since it was last unloaded.
    private var isEngineBusy = false
    private var lastID = 0

    nonisolated init() {}

    func item(_ id: ItemID) -> PlayerItem? { [onAir, upNext].compactMap { $0 }.first { $0.id == id }?.item }

    /// Updates the facts of an item that the engine holds. Late facts about other items are ignored.
    mutating func note(_ id: ItemID, _ change: (inout ItemFacts) -> Void) {
        if onAir?.id == id {
            change(&onAir!.facts)
        } else if upNext?.id == id {
            change(&upNext!.facts)
        }
    }

    /// Resets the status "ended" after a seek or during scrubbing.
    mutating func leaveEnd() {
        if onAir?.facts.status == .ended { onAir?.facts.status = .paused }
    }

    // MARK: Current item

    /// Updates the description of the item that is already playing.
    /// - Returns: false if something else plays, or nothing.
    mutating func refresh(_ asset: Asset) -> Bool {
        guard let onAir, onAir.asset.isSameResource(as: asset) else { return false }
        self.onAir?.asset = asset
        return true
    }

    /// Plays an item, under the ID it was prepared with if it starts at its default position.
    mutating func load(_ asset: Asset, of item: PlayerItem, at start: StartPosition) -> [Action] {
        let held = start == .automatic && isUpNext(item, asset) ? upNext! : HeldItem(item: item, id: nextID(), asset: asset)
        (onAir, upNext, isEngineBusy) = (held, nil, true)
        return [.load(asset, held.id, start)]
    }

    /// The engine continued with the prepared item without a pause.
    /// - Parameter status: the status of the previous item.
    mutating func advance(from status: EngineStatus?) -> [Action] {
        guard var next = upNext else { return [] }
        next.facts.hasPicture = true
        next.facts.status = status == .ended ? .playing : status
        (onAir, upNext) = (next, nil)
        return [.advanced(next.id)]
    }

    /// The item is no longer current; the engine plays it until it gets another command.
    mutating func leave() { onAir = nil }

    /// Stops the engine: there is nothing to play.
    mutating func stop() -> [Action] {
        defer { (onAir, upNext, isEngineBusy) = (nil, nil, false) }
        return isEngineBusy ? [.unload] : []
    }

    /// Another engine without any items has taken over.
    mutating func engineChanged() { isEngineBusy = false }

    // MARK: Next item

    mutating func prepare(_ asset: Asset, of item: PlayerItem) -> [Action] {
        if isUpNext(item, asset) { return [] }
        let actions = forgetNext()
        let held = HeldItem(item: item, id: nextID(), asset: asset)
        upNext = held
        return actions + [.prepare(asset, held.id)]
    }

    mutating func forgetNext() -> [Action] {
        guard let upNext else { return [] }
        self.upNext = nil
        return [.prepare(nil, upNext.id)]
    }

    private func isUpNext(_ item: PlayerItem, _ asset: Asset) -> Bool {
        upNext.map { $0.item === item && $0.asset.isSameResource(as: asset) } ?? false
    }

    // MARK: Blocked ranges

    /// Updates the engine's ranges from the metadata, which may arrive and change during playback.
    mutating func updateBlocks() -> [Action] { Self.updateBlocks(of: &onAir) + Self.updateBlocks(of: &upNext) }

    private static func updateBlocks(of held: inout HeldItem?) -> [Action] {
        guard let item = held?.item, let id = held?.id else { return [] }
        let ranges = BlockedRanges(item.metadata.markedRanges)
        guard ranges != held?.blocked else { return [] }
        held?.blocked = ranges
        return [.block(ranges, id)]
    }

    private mutating func nextID() -> ItemID {
        lastID += 1
        return ItemID(lastID)
    }
}
