// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// How far a source is, from its start to its end.
struct SourcePhase {
    private(set) var hasBegun = false
    private(set) var isStopped = false
    /// The session has ended with an error.
    private(set) var hasFailed = false
    /// Seconds by which the first picture may come later than where playing begins, if nobody asked for a place.
    private(set) var keySlack = 1.0
    /// What the journal counts from: a moment of the machine's clock means nothing to its reader.
    let origin = MonotonicClock.now
    private var wakeUp: Task<Void, Never>?

    mutating func start(at position: StartPosition) { if case .time = position { keySlack = 0 } }

    /// - Returns: where playing begins, once.
    mutating func begin(_ position: Double?) -> Double? {
        guard !hasBegun, let position else { return nil }
        hasBegun = true
        return position
    }

    mutating func fail() { hasFailed = true }

    mutating func wake(_ task: Task<Void, Never>) {
        wakeUp?.cancel()
        wakeUp = task
    }

    /// - Returns: false when it was stopped before.
    mutating func stop() -> Bool {
        guard !isStopped else { return false }
        isStopped = true
        wakeUp?.cancel()
        return true
    }
}
