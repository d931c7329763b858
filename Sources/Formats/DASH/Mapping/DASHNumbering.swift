// SPDX-License-Identifier: Apache-2.0

/// Assigns playlist numbers to the segments and periods of a live manifest. A segment keeps its number across versions, even if a later
/// version lists fewer or more of the past segments.
struct DASHNumbering: Sendable {
    private struct Window: Sendable {
        var sequence: UInt64
        var keys: [DASHPlaylistItem.Key]
    }

    /// The discontinuity sequence number of each period.
    private(set) var periods: [String: UInt64] = [:]
    private var nextPeriod: UInt64 = 0
    private var windows: [Int: Window] = [:]

    /// Must be called when an encoder restarts and reuses period names for other periods. New numbers follow the known ones.
    mutating func beginAnew() {
        periods.removeAll()
        windows = windows.mapValues { Window(sequence: $0.sequence + UInt64($0.keys.count), keys: []) }
    }

    mutating func adopt(_ manifest: DASHManifest) {
        for period in manifest.periods where periods[period.key] == nil {
            periods[period.key] = nextPeriod
            nextPeriod += 1
        }
        // Forgets old periods, so that memory stays bounded in streams that run for days.
        guard periods.count > 2 * manifest.periods.count + 64 else { return }
        let kept = Set(manifest.periods.map(\.key))
        periods = periods.filter { kept.contains($0.key) }
    }

    /// The start of a track's last window in seconds; -infinity before the first one.
    func windowStart(of track: Int) -> Double { windows[track]?.keys.first?.time ?? -.infinity }

    /// The sequence number of the first listed item, and the number of items before it that are dropped because they had already left the
    /// window.
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
        if let first = kept.first, let index = old.keys.firstIndex(where: { !($0 < first) }) { sequence = old.sequence + UInt64(index) }
        if kept.isEmpty { return (sequence, dropped) }
        windows[track] = Window(sequence: sequence, keys: kept)
        return (sequence, dropped)
    }
}
