// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// What is kept out of use for a while after it failed, and how often hosts failed in a row.
struct PenaltyBox: Sendable {
    enum Subject: Hashable, Sendable {
        case variant(Int)
        case pathway(String)
        /// A media playlist by its address.
        case playlist(String)
    }

    private var until: [Subject: Instant] = [:]
    private var hosts: [String: Int] = [:]

    mutating func penalise(_ subject: Subject, until moment: Instant) {
        if let known = until[subject], known > moment { return }
        until[subject] = moment
    }

    func isPenalised(_ subject: Subject, at now: Instant) -> Bool {
        guard let moment = until[subject] else { return false }
        return now < moment
    }

    mutating func forgive(_ subject: Subject) { until[subject] = nil }

    /// Subjects whose time is over, in a fixed order; they are forgotten.
    mutating func expire(at now: Instant) -> Int {
        let over = until.filter { $0.value <= now }
        for subject in over.keys { until[subject] = nil }
        return over.count
    }

    /// The number of failures in a row on the host, this one included.
    mutating func failed(host: String) -> Int {
        let count = (hosts[host] ?? 0) + 1
        hosts[host] = count
        return count
    }

    mutating func succeeded(host: String) { hosts[host] = nil }
}
