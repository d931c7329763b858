// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// The segments of a break's ads on the stream's clock, up to the break's end.
struct AdSegments {
    struct Item {
        var segment: MediaSegment
        /// On the stream's clock.
        var start: Double
        var end: Double
        /// Discontinuities in the break up to and including this segment.
        var discontinuities: Int
    }

    private(set) var items: [Item] = []
    /// The earliest time at which the content returns, the same in all renditions.
    private(set) var end: Double

    var discontinuities: Int { items.last?.discontinuities ?? 0 }

    init(_ entry: LiveStitch.Break?, from start: Double) {
        end = start
        guard let entry else { return }
        let cut = entry.end ?? .infinity
        var discontinuities = 0
        for ad in entry.ads {
            var time = end
            let whole = end + ad.duration
            for (index, original) in ad.playlist.segments.enumerated() {
                var item = Item(segment: original, start: time, end: time + original.duration, discontinuities: 0)
                // In all renditions, the last segment ends exactly when the ad does.
                if index == ad.playlist.segments.count - 1, abs(item.end - whole) <= LiveStitch.tolerance { item.end = whole }
                guard item.end <= cut + LiveStitch.tolerance else {
                    end = max(start, min(whole, cut))
                    return
                }
                item.segment.isDiscontinuity = index == 0 || original.isDiscontinuity
                if item.segment.isDiscontinuity { discontinuities += 1 }
                item.discontinuities = discontinuities
                item.segment.programDateTime = item.start
                item.segment.statesProgramDateTime = index == 0
                items.append(item)
                time = item.end
            }
            end = whole
        }
    }
}
