// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// Where playback of an item has to stop: before blocked ranges and at interstitials.
struct PlaybackStops {
    /// The ranges that must not be played.
    var blocked = BlockedRanges()
    /// Schedules the interstitials of the item.
    var scheduler = InterstitialScheduler()
    /// ``blocked`` and the next interstitial. The renderers stop there.
    private(set) var stopRanges = BlockedRanges()

    /// - Parameter isAsset: assets are never interrupted.
    /// - Returns: whether ``stopRanges`` have changed.
    mutating func updateStopRanges(from position: Double, isAsset: Bool) -> Bool {
        var ranges = blocked.ranges
        if !isAsset, let stop = scheduler.stop(from: position) {
            // An interstitial at the end of a blocked range is reached when that range is skipped.
            let block = blocked.next(from: stop - 0.003)
            if block.map({ $0.start > stop - 0.001 }) ?? true { ranges.append(TimeRange(start: stop, end: stop + 0.5)) }
        }
        let stopRanges = BlockedRanges(ranges)
        guard stopRanges != self.stopRanges else { return false }
        self.stopRanges = stopRanges
        return true
    }
}
