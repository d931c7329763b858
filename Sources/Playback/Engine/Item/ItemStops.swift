// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// Where playback of an item has to stop: before blocked ranges and at interstitials.
struct ItemStops {
    /// The ranges that must not be played.
    var blocked = BlockedRanges()
    /// Schedules the interstitials of the item.
    var course = InterstitialScheduler()
    /// ``blocked`` and the next interstitial. The renderers stop there.
    private(set) var fences = BlockedRanges()

    /// - Parameter isAsset: assets are never interrupted.
    /// - Returns: whether the fences have changed.
    mutating func setFences(from position: Double, isAsset: Bool) -> Bool {
        var ranges = blocked.ranges
        if !isAsset, let stop = course.stop(from: position) {
            // An interstitial at the end of a blocked range is reached when that range is skipped.
            let block = blocked.next(from: stop - 0.003)
            if block.map({ $0.start > stop - 0.001 }) ?? true { ranges.append(TimeRange(start: stop, end: stop + 0.5)) }
        }
        let fences = BlockedRanges(ranges)
        guard fences != self.fences else { return false }
        self.fences = fences
        return true
    }
}
