// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Which report goes to a service when. One is under way at a time, in order; what a dead service does not take is given up.
struct ReportQueue {
    struct Entry: Hashable {
        var bytes: [UInt8]
        /// Another one like it follows, so that it may be left out.
        var isRepeated: Bool
    }

    enum Event {
        case report(Entry)
        case sent
        /// - Parameter mayHelp: whether sending it again may.
        case failed(mayHelp: Bool)
        /// The moment asked for by ``Action/wake(at:)`` has come.
        case woke
    }

    enum Action: Hashable {
        /// Answered by ``Event/sent`` or ``Event/failed(mayHelp:)``.
        case post([UInt8])
        case wake(at: Instant)
    }

    /// Reports that wait at most.
    static let capacity = 64
    /// How often one report is sent at most.
    static let attempts = 4
    private let patience: Double
    private var waiting: [Entry] = []
    private var current: Entry?
    private var failures = 0
    /// Reports that the service never got.
    private(set) var lost = 0

    /// - Parameter patience: seconds before the second attempt; each further one waits twice as long.
    init(patience: Double = 2) { self.patience = patience }

    /// Nothing is left to be done.
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
        case .failed(let mayHelp):
            failures += 1
            guard mayHelp, failures < Self.attempts else {
                lost += 1
                return next()
            }
            var wait = patience
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
