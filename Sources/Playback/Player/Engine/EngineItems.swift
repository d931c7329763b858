// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxStreaming

/// Which items the engine holds: the one that plays and the one prepared to follow it, never more. Every change answers with what to tell
/// the engine.
@MainActor struct EngineItems {
    struct Held {
        var item: PlayerItem
        var id: ItemID
        var asset: Asset
        var facts = ItemFacts()
        /// As the engine was told.
        var blocked = BlockedRanges()
    }

    enum Action {
        case load(Asset, ItemID, StartPosition)
        /// nil forgets what was prepared under the id.
        case prepare(Asset?, ItemID)
        case block(BlockedRanges, ItemID)
        /// The engine has gone on by itself to what was prepared under the id.
        case advanced(ItemID)
        case unload
    }

    /// What the engine was told to play.
    private(set) var onAir: Held?
    /// What the engine was told to prepare.
    private(set) var upNext: Held?
    /// The engine was told to play something since it was told to stop.
    private var isEngineBusy = false
    private var lastID = 0

    nonisolated init() {}

    func item(_ id: ItemID) -> PlayerItem? { [onAir, upNext].compactMap { $0 }.first { $0.id == id }?.item }

    /// Changes what is known of an item that the engine holds. Facts about other items come too late and are ignored.
    mutating func note(_ id: ItemID, _ change: (inout ItemFacts) -> Void) {
        if onAir?.id == id {
            change(&onAir!.facts)
        } else if upNext?.id == id {
            change(&upNext!.facts)
        }
    }

    /// A seek, or the hand on a slider, leaves the end of the item.
    mutating func leaveEnd() {
        if onAir?.facts.status == .ended { onAir?.facts.status = .paused }
    }

    // MARK: What plays

    /// Takes a new description of what plays already.
    /// - Returns: false when something else plays, or nothing.
    mutating func refresh(_ asset: Asset) -> Bool {
        guard let onAir, onAir.asset.isSameResource(as: asset) else { return false }
        self.onAir?.asset = asset
        return true
    }

    /// Plays an item, under the id it was prepared with where it starts by default.
    mutating func load(_ asset: Asset, of item: PlayerItem, at start: StartPosition) -> [Action] {
        let held = start == .automatic && isUpNext(item, asset) ? upNext! : Held(item: item, id: nextID(), asset: asset)
        (onAir, upNext, isEngineBusy) = (held, nil, true)
        return [.load(asset, held.id, start)]
    }

    /// The engine went on to what it had prepared, without a pause.
    /// - Parameter status: of the item before, which has been left.
    mutating func advance(from status: EngineStatus?) -> [Action] {
        guard var next = upNext else { return [] }
        next.facts.hasPicture = true
        next.facts.status = status == .ended ? .playing : status
        (onAir, upNext) = (next, nil)
        return [.advanced(next.id)]
    }

    /// The item was left; the engine plays it until it is told otherwise.
    mutating func leave() { onAir = nil }

    /// There is nothing to play.
    mutating func stop() -> [Action] {
        defer { (onAir, upNext, isEngineBusy) = (nil, nil, false) }
        return isEngineBusy ? [.unload] : []
    }

    /// Another engine, which has been told nothing, has taken the place of this one.
    mutating func engineChanged() { isEngineBusy = false }

    // MARK: What follows

    mutating func prepare(_ asset: Asset, of item: PlayerItem) -> [Action] {
        if isUpNext(item, asset) { return [] }
        let actions = forgetNext()
        let held = Held(item: item, id: nextID(), asset: asset)
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

    /// Keeps the engine's ranges in line with the metadata, which may arrive and change while an item plays.
    mutating func updateBlocks() -> [Action] { Self.updateBlocks(of: &onAir) + Self.updateBlocks(of: &upNext) }

    private static func updateBlocks(of held: inout Held?) -> [Action] {
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
