// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Decides which segments before the first one of a run are read for image subtitles that began before it and are still visible. Does no I/O.
///
/// The segments are read backwards, until one of them changes what the chosen track shows. In broadcasts, that is the first one: their
/// encoders repeat the visible page every few seconds.
struct SegmentLookBack {
    /// Where the run begins, in seconds on the item's timeline; nil before its first segment.
    private(set) var origin: Double?
    /// The discontinuity of the run's first segment. Earlier ones show nothing behind their end.
    private(set) var clock: Int?
    /// The beginning of what was read, in seconds.
    private var start = 0.0
    private var isWaiting = false
    private var isOver = false

    /// Seconds to look back. Most subtitles last less than eight.
    static let span = 20.0

    /// A run begins with a segment, or with an earlier one than before.
    mutating func begin(at time: Double, clock: Int) {
        guard origin.map({ time < $0 }) ?? true else { return }
        self = SegmentLookBack()
        (origin, start, self.clock) = (time, time, clock)
        isOver = time <= 0.001
    }

    /// The time before which a segment is wanted; nil when none is, or not yet.
    mutating func next() -> Double? {
        guard origin != nil, !isOver, !isWaiting else { return nil }
        isWaiting = true
        return start
    }

    /// A segment was read.
    /// - Parameters:
    ///   - time: where it begins, in seconds.
    ///   - isFound: whether the chosen track showed or cleared something in it.
    mutating func read(from time: Double, isFound: Bool) {
        guard let origin, isWaiting else { return }
        isWaiting = false
        isOver = isFound || time >= start || origin - time >= Self.span
        start = min(start, time)
    }

    /// A segment could not be read.
    mutating func fail() {
        isWaiting = false
        isOver = true
    }
}
