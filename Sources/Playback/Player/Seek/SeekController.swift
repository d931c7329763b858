// SPDX-License-Identifier: Apache-2.0

/// Tracks requested seeks with their awaited results, and scrubbing.
@MainActor struct SeekController {
    private var coalescer = SeekCoalescer()
    private var pending: [Int: PendingSeek] = [:]
    private var lastRequest = 0
    /// Whether playback is paused until scrubbing ends.
    private(set) var isScrubbing = false
    /// Whether the next seek of the engine ends scrubbing.
    private var isEndingScrubbing = false

    nonisolated init() {}

    /// The target of the seek in progress, in seconds; nil if there is none.
    var target: Double? { coalescer.target }

    mutating func request(_ position: SeekPosition, _ policy: SeekPolicy) -> (seek: PendingSeek, actions: [SeekCoalescer.Action]) {
        lastRequest += 1
        let seek = PendingSeek()
        pending[lastRequest] = seek
        return (seek, coalescer.request(lastRequest, position, policy))
    }

    /// - Parameter time: where the engine landed, in seconds; nil if it didn't finish the seek.
    mutating func landed(_ number: Int, at time: Double?) -> [SeekCoalescer.Action] { coalescer.landed(number, at: time) }

    mutating func cancel(_ result: SeekResult = .superseded) -> [SeekCoalescer.Action] { coalescer.cancel(result) }

    mutating func resolve(_ request: Int, _ result: SeekResult) { pending.removeValue(forKey: request)?.resolve(result) }

    /// Ends all seeks with the player.
    mutating func resolveAll() {
        for seek in pending.values { seek.resolve(.superseded) }
        pending = [:]
    }

    // MARK: Scrubbing

    mutating func beginScrubbing() { isScrubbing = true }

    /// - Parameter holdsEngine: the engine itself is in scrubbing mode, and the next seek must end that.
    mutating func endScrubbing(holdsEngine: Bool) { (isScrubbing, isEndingScrubbing) = (false, holdsEngine) }

    /// - Returns: true once after scrubbing has ended while the engine was in scrubbing mode: the mode must end now.
    mutating func takeRelease() -> Bool {
        defer { isEndingScrubbing = false }
        return isEndingScrubbing
    }

    /// Ends scrubbing because the item has changed.
    /// - Returns: whether scrubbing was in progress.
    mutating func forgetScrubbing() -> Bool {
        defer { (isScrubbing, isEndingScrubbing) = (false, false) }
        return isScrubbing
    }
}
