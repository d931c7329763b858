// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// How far an item's renderers have come since the last start or seek.
struct TrackProgress {
    /// The kinds whose first frame is on screen, or whose first audio is ready.
    private(set) var ready: Set<TrackKind> = []
    /// The kinds whose last sample is with the output.
    private(set) var written: Set<TrackKind> = []
    /// Seconds at which a track ended.
    private(set) var ended: [TrackKind: Double] = [:]
    /// The blocked range that each track has stopped at.
    private(set) var reached: [TrackKind: TimeRange] = [:]

    /// The video begins later than the position.
    private(set) var isBeforeVideo = false

    mutating func restart() { self = TrackProgress() }
    mutating func becameReady(_ kind: TrackKind) { ready.insert(kind) }
    mutating func waitForVideo() {
        ready.insert(.video)
        isBeforeVideo = true
    }

    mutating func wrote(_ kind: TrackKind) {
        written.insert(kind)
        ready.insert(kind)
    }

    mutating func reached(_ block: TimeRange, _ kind: TrackKind) { reached[kind] = block }
    mutating func forgetBlocks() { reached = [:] }

    mutating func end(_ kind: TrackKind, at time: Double) {
        ended[kind] = time
        ready.insert(kind)
    }

    /// Ends tracks at a time, because their remainder must not be played.
    mutating func cut(_ kinds: Set<TrackKind>, at time: Double) { for kind in kinds { ended[kind] = time } }
}
