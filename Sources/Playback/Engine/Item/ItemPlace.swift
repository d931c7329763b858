// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// Where an item begins, and where it stands on a live timeline.
struct ItemPlace {
    /// nil until the source knows it.
    var timeline: Timeline?
    /// Seconds on the item's timeline.
    private(set) var beginning = 0.0
    /// The source has said where the item begins.
    private(set) var isKnown = false
    /// Seconds behind the live edge when playing stopped.
    private(set) var offsetFromLive: Double?

    /// - Parameter isKnown: false for a guess until the source says it.
    mutating func begin(at position: Double, isKnown: Bool = true) {
        beginning = position
        if isKnown { self.isKnown = true }
    }

    mutating func noteOffsetFromLive(at playhead: Double) {
        guard offsetFromLive == nil, let edge = timeline?.livePosition else { return }
        offsetFromLive = edge - playhead
    }

    /// Forgets the offset that was noted.
    /// - Returns: the time that is as far behind the edge as before; nil where the edge has not moved away.
    mutating func takeOffsetFromLive(at playhead: Double) -> Double? {
        guard let offset = offsetFromLive else { return nil }
        offsetFromLive = nil
        guard let timeline, let edge = timeline.livePosition else { return nil }
        let target = timeline.seekable.clamp(edge - offset)
        // The edge is known by the playlist, which grows in steps: less than one and a half of them is not worth a jump.
        return target - playhead > 1.5 * timeline.targetDuration ? target : nil
    }

    mutating func forgetOffsetFromLive() { offsetFromLive = nil }
}
