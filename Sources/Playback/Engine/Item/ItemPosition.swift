// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// Where an item begins, and its distance from the live edge.
struct ItemPosition {
    /// nil until the source has reported it.
    var timeline: Timeline?
    /// Seconds on the item's timeline.
    private(set) var beginning = 0.0
    /// The source has reported where the item begins.
    private(set) var isKnown = false
    /// Seconds behind the live edge when playback stopped.
    private(set) var offsetFromLive: Double?

    /// - Parameter isKnown: false for an estimate until the source reports the beginning.
    mutating func begin(at position: Double, isKnown: Bool = true) {
        beginning = position
        if isKnown { self.isKnown = true }
    }

    mutating func noteOffsetFromLive(at playhead: Double) {
        guard offsetFromLive == nil, let edge = timeline?.livePosition else { return }
        offsetFromLive = edge - playhead
    }

    /// Takes the noted offset.
    /// - Returns: the time that is as far behind the edge as before; nil when the edge has not moved far enough.
    mutating func takeOffsetFromLive(at playhead: Double) -> Double? {
        guard let offset = offsetFromLive else { return nil }
        offsetFromLive = nil
        guard let timeline, let edge = timeline.livePosition else { return nil }
        let target = timeline.seekable.clamp(edge - offset)
        // The edge comes from the playlist, which grows in steps. A difference of less than one and a half steps is not worth a jump.
        return target - playhead > 1.5 * timeline.targetDuration ? target : nil
    }

    mutating func forgetOffsetFromLive() { offsetFromLive = nil }
}
