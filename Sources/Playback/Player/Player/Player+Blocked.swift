// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia

// The engine passes over blocked ranges, to the sample; here it is told of them, and what it does is told on.
extension Player {
    /// Keeps the engine's ranges in line with the metadata, which may come and change while an item plays.
    func tellBlocks() {
        if engineItems.onAir != nil { tellBlocks(of: &engineItems.onAir!) }
        if engineItems.upNext != nil { tellBlocks(of: &engineItems.upNext!) }
    }

    private func tellBlocks(of held: inout EngineItems.Held) {
        let ranges = BlockedRanges(held.item.metadata.markedRanges)
        guard ranges != held.blocked else { return }
        held.blocked = ranges
        engine.block(ranges, of: held.id)
    }

    func reached(_ block: TimeRange, of id: ItemID) {
        guard id == engineItems.onAir?.id, error == nil, seeks.target == nil else { return }
        passing = block
        happenings.send(.willPassBlockedRange(block))
        happenings.send(.willSeek(to: block.end))
        timeListeners.tell(block.end, hasJumped: true)
    }

    func passed(_ block: TimeRange, of id: ItemID) {
        guard id == engineItems.onAir?.id, passing == block else { return }
        passing = nil
        estimate = PlayoutEstimate(position: block.end, moment: clock.now, rate: 0)
        happenings.send(.didSeek(to: time))
        happenings.send(.didPassBlockedRange(block))
    }
}
