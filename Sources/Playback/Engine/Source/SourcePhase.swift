// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// The state of a source from its start to its end.
struct SourcePhase {
    private(set) var hasBegun = false
    private(set) var isStopped = false
    /// The session has ended with an error.
    private(set) var hasFailed = false
    /// Seconds by which the first frame may be later than the start of playback, if no position was requested.
    private(set) var keySlack = 1.0
    /// The journal's times count from here, because a time of the machine's clock means nothing to its reader.
    let origin = MonotonicClock.now
    private var wakeUp: Task<Void, Never>?

    mutating func start(at position: StartPosition) { if case .time = position { keySlack = 0 } }

    /// - Returns: where playback begins, the first time it is known.
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

    /// - Returns: false when it had been stopped before.
    mutating func stop() -> Bool {
        guard !isStopped else { return false }
        isStopped = true
        wakeUp?.cancel()
        return true
    }
}
