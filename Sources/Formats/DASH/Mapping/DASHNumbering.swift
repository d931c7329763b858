// SPDX-License-Identifier: Apache-2.0

/// Gives the segments and periods of a changing manifest the numbers that playlists have: a segment keeps its own, whatever
/// of the past a later version still lists.
struct DASHNumbering: Sendable {
    private struct Window: Sendable {
        var sequence: UInt64
        var keys: [DASHPlaylistItem.Key]
    }

    /// The discontinuity sequence number of each period.
    private(set) var periods: [String: UInt64] = [:]
    private var nextPeriod: UInt64 = 0
    private var windows: [Int: Window] = [:]

    /// An encoder that begins anew gives the same names to other periods: they go on behind those that were known.
    mutating func beginAnew() {
        periods.removeAll()
        windows = windows.mapValues { Window(sequence: $0.sequence + UInt64($0.keys.count), keys: []) }
    }

    mutating func adopt(_ manifest: DASHManifest) {
        for period in manifest.periods where periods[period.key] == nil {
            periods[period.key] = nextPeriod
            nextPeriod += 1
        }
        // A stream of days must not remember every period there was.
        guard periods.count > 2 * manifest.periods.count + 64 else { return }
        let kept = Set(manifest.periods.map(\.key))
        periods = periods.filter { kept.contains($0.key) }
    }

    /// Where a track's last window began, in seconds; without end before its first one.
    func windowStart(of track: Int) -> Double { windows[track]?.keys.first?.time ?? -.infinity }

    /// The sequence number of the first item that is to be listed, and how many before it are not: those that had left the
    /// window already.
    mutating func number(_ items: [DASHPlaylistItem], of track: Int) -> (sequence: UInt64, dropped: Int) {
        let keys = items.map { $0.key(in: periods) }
        guard let old = windows[track], let oldFirst = old.keys.first else {
            let sequence = windows[track]?.sequence ?? 0
            windows[track] = Window(sequence: sequence, keys: keys)
            return (sequence, 0)
        }
        let dropped = keys.firstIndex { !($0 < oldFirst) } ?? keys.count
        let kept = Array(keys[dropped...])
        var sequence = old.sequence + UInt64(old.keys.count)
        if let first = kept.first, let place = old.keys.firstIndex(where: { !($0 < first) }) { sequence = old.sequence + UInt64(place) }
        if kept.isEmpty { return (sequence, dropped) }
        windows[track] = Window(sequence: sequence, keys: kept)
        return (sequence, dropped)
    }
}
