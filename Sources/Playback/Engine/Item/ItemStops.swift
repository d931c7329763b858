// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// Where playing an item has to stop: before ranges that must not be played, and where other content interrupts it.
struct ItemStops {
    /// What must not be played.
    var blocked = BlockedRanges()
    /// Other content that interrupts the item.
    var course = InterstitialScheduler()
    /// ``blocked``, and where the item is interrupted next: the renderers stop there.
    private(set) var fences = BlockedRanges()

    /// - Parameter isAsset: nothing interrupts an asset.
    /// - Returns: whether the fences have changed.
    mutating func setFences(from position: Double, isAsset: Bool) -> Bool {
        var ranges = blocked.ranges
        if !isAsset, let stop = course.stop(from: position) {
            // At the end of a block, leaving that one comes to it.
            let block = blocked.next(from: stop - 0.003)
            if block.map({ $0.start > stop - 0.001 }) ?? true { ranges.append(TimeRange(start: stop, end: stop + 0.5)) }
        }
        let fences = BlockedRanges(ranges)
        guard fences != self.fences else { return false }
        self.fences = fences
        return true
    }
}
