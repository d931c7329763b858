// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming

/// The clocks of an item's discontinuities, which its lanes share.
///
/// Where pictures and sound come apart, the pictures say where a clock lies: playlists of sound are cut by other lengths, and
/// where nothing but numbers relates them to the pictures' playlist, they lie beside it by a part of a segment.
struct SharedClocks {
    var aligner = TimestampAligner()
    /// Discontinuities of the main lane's segments under way.
    private var underWay: [LoadID: Int] = [:]

    mutating func begin(_ id: LoadID, discontinuity: Int) { underWay[id] = discontinuity }
    mutating func end(_ id: LoadID) { underWay[id] = nil }
    mutating func endAll() { underWay.removeAll() }

    /// Whether a lane's samples must wait for those of the main lane, which are about to come.
    func mustWait(_ lane: Lane, discontinuity: Int) -> Bool {
        lane != .main && !aligner.knows(discontinuity) && underWay.values.contains(discontinuity)
    }
}
