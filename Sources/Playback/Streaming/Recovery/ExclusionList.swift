// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// What is not used for a while because it failed, and how often hosts and pathways failed in a row.
struct ExclusionList: Sendable {
    enum Subject: Hashable, Sendable {
        case variant(Int)
        case pathway(String)
        /// A media playlist by its address.
        case playlist(String)
        /// A key by its address.
        case key(String)
    }

    /// Whose failures are counted.
    enum Source: Hashable, Sendable {
        /// Scheme and authority.
        case host(String)
        case pathway(String)
    }

    private struct Row: Sendable {
        var count: Int
        var last: Instant
    }

    /// Seconds after which a failure no longer adds to the next.
    let memory: Double
    private var until: [Subject: Instant] = [:]
    private var rows: [Source: Row] = [:]

    init(memory: Double) { self.memory = memory }

    mutating func exclude(_ subject: Subject, until moment: Instant) {
        if let known = until[subject], known > moment { return }
        until[subject] = moment
    }

    func isExcluded(_ subject: Subject, at now: Instant) -> Bool {
        guard let moment = until[subject] else { return false }
        return now < moment
    }

    mutating func forgive(_ subject: Subject) { until[subject] = nil }

    /// The number of failures in a row there, this one included.
    mutating func failed(_ source: Source, at now: Instant) -> Int {
        rows = rows.filter { now - $0.value.last < memory }
        let count = (rows[source]?.count ?? 0) + 1
        rows[source] = Row(count: count, last: now)
        return count
    }

    mutating func succeeded(_ source: Source) { rows[source] = nil }

    /// Every key that it could be decrypted with is known to be out of reach.
    func isLocked(_ segment: MediaSegment, at now: Instant) -> Bool {
        guard !segment.keys.isEmpty else { return false }
        for key in segment.keys where !isExcluded(.key(key.uri?.url ?? ""), at: now) { return false }
        return true
    }
}
