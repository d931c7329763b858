// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxGTK
import WindowboxMedia
import WindowboxPlayer

/// Decides when the frame on screen is left over from another item: the current one plays, and has shown none.
struct LeftoverFrame {
    private var current: (item: ItemID, since: Instant)?
    /// Items whose frames were on screen. They are not reported again when such an item becomes the current one again.
    private var withFrames: Set<ItemID> = []

    /// - Parameter current: the item that plays now.
    /// - Returns: a moment before which frames belong to other items, if there may be such a frame on screen.
    mutating func handle(_ fact: EngineFact, current item: ItemID?, at now: Instant) -> Instant? {
        if item != current?.item { current = item.map { ($0, now) } }
        switch fact {
        case .picture(let id, _): withFrames.insert(id)
        case .ready(let id, _), .status(let id, .ended):
            guard let current, id == current.item, !withFrames.contains(id) else { return nil }
            return current.since
        default: break
        }
        return nil
    }
}

/// Removes frames that are left over from another item.
@MainActor final class LeftoverFrameRemover {
    private var rule = LeftoverFrame()
    private var following: Task<Void, Never>?

    init(_ player: Player, _ pictures: PictureMailbox) {
        following = Task { [weak self, weak player, facts = player.engineFacts] in
            for await fact in facts {
                guard let self, let player else { return }
                if let moment = rule.handle(fact, current: player.currentItemID, at: MonotonicClock.now) {
                    pictures.clear(handedOverBefore: moment)
                }
            }
        }
    }

    isolated deinit { following?.cancel() }
}
