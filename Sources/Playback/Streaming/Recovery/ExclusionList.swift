// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// Sources that are temporarily excluded after failures, and counts of consecutive failures per host and pathway.
struct ExclusionList: Sendable {
    enum Subject: Hashable, Sendable {
        case variant(Int)
        case pathway(String)
        /// A media playlist, by its URL.
        case playlist(String)
        /// A key, by its URL.
        case key(String)
        case initialization(ResourceLocation)
    }

    /// What failures are counted for.
    enum Source: Hashable, Sendable {
        /// Scheme and authority.
        case host(String)
        case pathway(String)
    }

    private struct FailureCount: Sendable {
        var count: Int
        var last: Instant
    }

    /// Seconds after which an old failure no longer adds to the count.
    let memory: Double
    private var until: [Subject: Instant] = [:]
    /// How many exclusions there may be before those that are over are removed.
    private var crowd = 64
    private var rows: [Source: FailureCount] = [:]

    init(memory: Double) { self.memory = memory }

    /// How many exclusions are remembered.
    var count: Int { until.count }

    /// - Parameter moment: when the exclusion ends.
    mutating func exclude(_ subject: Subject, until moment: Instant, at now: Instant) {
        if let known = until[subject], known > moment { return }
        until[subject] = moment
        guard until.count > crowd else { return }
        until = until.filter { $0.value > now }
        crowd = max(64, 2 * until.count)
    }

    func isExcluded(_ subject: Subject, at now: Instant) -> Bool {
        guard let moment = until[subject] else { return false }
        return now < moment
    }

    mutating func forgive(_ subject: Subject) { until[subject] = nil }

    /// Counts a failure and returns the number of consecutive failures, this one included.
    mutating func failed(_ source: Source, at now: Instant) -> Int {
        rows = rows.filter { now - $0.value.last < memory }
        let count = (rows[source]?.count ?? 0) + 1
        rows[source] = FailureCount(count: count, last: now)
        return count
    }

    mutating func succeeded(_ source: Source) { rows[source] = nil }

    /// Whether the segment is of no use at present: its initialization section is excluded, or every key that could decrypt it.
    func isUnusable(_ segment: MediaSegment, at now: Instant) -> Bool {
        if let map = segment.map {
            if isExcluded(.initialization(PlaylistTrack.location(map.uri, map.byteRange)), at: now) { return true }
            if isLocked(map.keys, at: now) { return true }
        }
        return isLocked(segment.keys, at: now)
    }

    private func isLocked(_ keys: [Key], at now: Instant) -> Bool {
        guard !keys.isEmpty else { return false }
        for key in keys where !isExcluded(.key(key.uri?.url ?? ""), at: now) { return false }
        return true
    }
}
