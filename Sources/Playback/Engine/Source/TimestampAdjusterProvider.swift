// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// The clocks of an item's discontinuities, which its content types share.
///
/// Where pictures and sound come apart, the pictures say where a clock lies: playlists of sound are cut by other lengths, and
/// where nothing but numbers relates them to the pictures' playlist, they lie beside it by a part of a segment.
struct TimestampAdjusterProvider {
    var aligner = TimestampAligner()
    /// Discontinuities of the main content type's segments under way.
    private var underWay: [LoadID: Int] = [:]
    /// How far the main content type has asked for segments since its run began; nil before its first one.
    private var mainEnd: Double?
    private var isMainOver = false

    /// Begins a run of the main content type: after a start, or a seek out of what is held.
    mutating func restart() {
        mainEnd = nil
        isMainOver = false
    }

    /// The main content type asks for a segment.
    mutating func begin(_ id: LoadID, _ range: TimeRange, discontinuity: Int) {
        underWay[id] = discontinuity
        passed(range)
    }

    /// The main content type goes on behind a span, with its pictures or without.
    mutating func passed(_ range: TimeRange) {
        mainEnd = max(mainEnd ?? range.end, range.end)
        isMainOver = false
    }

    /// The main content type brings no more.
    mutating func endOfMain() { isMainOver = true }

    mutating func end(_ id: LoadID) { underWay[id] = nil }

    mutating func endAll() {
        underWay.removeAll()
        isMainOver = true
    }

    /// Whether a segment's samples must wait for those of the main content type, which are about to come: sound may be ahead by a
    /// segment, and so come to a discontinuity first.
    func mustWait(_ contentType: ContentType, _ range: TimeRange, discontinuity: Int) -> Bool {
        guard contentType != .main, !aligner.knows(discontinuity) else { return false }
        if underWay.values.contains(discontinuity) { return true }
        return !isMainOver && mainEnd.map { range.start + range.duration / 2 >= $0 } ?? true
    }
}
