// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Decides when each report is sent. Reports are sent one at a time and in order, and dropped if the service does not accept them.
struct MonitoringReportQueue {
    struct Entry: Hashable {
        var bytes: [UInt8]
        /// Similar reports follow, so it may be dropped.
        var isRepeated: Bool
    }

    enum Event {
        case report(Entry)
        case sent
        /// - Parameter canRetry: whether a retry may succeed.
        case failed(canRetry: Bool)
        /// The time requested with ``Action/wake(at:)`` has come.
        case woke
    }

    enum Action: Hashable {
        /// Answered by ``Event/sent`` or ``Event/failed(canRetry:)``.
        case post([UInt8])
        case wake(at: Instant)
    }

    /// The maximum number of waiting reports.
    static let capacity = 64
    /// The maximum number of attempts per report.
    static let attempts = 4
    private let firstDelay: Double
    private var waiting: [Entry] = []
    private var current: Entry?
    private var failures = 0
    /// The number of reports that the service did not accept.
    private(set) var lost = 0

    /// - Parameter firstDelay: seconds before the second attempt. Each further wait is twice as long.
    init(firstDelay: Double = 2) { self.firstDelay = firstDelay }

    /// Whether nothing is left to send.
    var isEmpty: Bool { current == nil }

    mutating func handle(_ event: Event, at now: Instant) -> [Action] {
        switch event {
        case .report(let entry):
            guard current != nil else { return begin(entry) }
            if waiting.count == Self.capacity {
                waiting.remove(at: waiting.firstIndex(where: \.isRepeated) ?? 0)
                lost += 1
            }
            waiting.append(entry)
            return []
        case .sent: return next()
        case .failed(let canRetry):
            failures += 1
            guard canRetry, failures < Self.attempts else {
                lost += 1
                return next()
            }
            var wait = firstDelay
            for _ in 1..<failures { wait *= 2 }
            return [.wake(at: now + wait)]
        case .woke: return current.map { [.post($0.bytes)] } ?? []
        }
    }

    private mutating func next() -> [Action] {
        current = nil
        return waiting.isEmpty ? [] : begin(waiting.removeFirst())
    }

    private mutating func begin(_ entry: Entry) -> [Action] {
        current = entry
        failures = 0
        return [.post(entry.bytes)]
    }
}
