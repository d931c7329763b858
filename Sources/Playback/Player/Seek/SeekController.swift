// SPDX-License-Identifier: Apache-2.0

/// The seeks that were asked for, with those who wait for them, and whether somebody drags the position.
@MainActor struct SeekController {
    private var coalescer = SeekCoalescer()
    private var pending: [Int: PendingSeek] = [:]
    private var lastRequest = 0
    /// Playing is held until dragging ends.
    private(set) var isScrubbing = false
    /// The next seek that the engine is asked for is the one that ends dragging.
    private var isEndingScrubbing = false

    nonisolated init() {}

    /// Where the seek under way leads to, in seconds; nil without one.
    var target: Double? { coalescer.target }

    mutating func request(_ position: SeekPosition, _ manner: SeekPolicy) -> (seek: PendingSeek, actions: [SeekCoalescer.Action]) {
        lastRequest += 1
        let seek = PendingSeek()
        pending[lastRequest] = seek
        return (seek, coalescer.request(lastRequest, position, manner))
    }

    /// - Parameter time: where the engine landed, in seconds; nil when it didn't finish the seek.
    mutating func landed(_ number: Int, at time: Double?) -> [SeekCoalescer.Action] { coalescer.landed(number, at: time) }

    mutating func cancel(_ result: SeekResult = .superseded) -> [SeekCoalescer.Action] { coalescer.cancel(result) }

    mutating func resolve(_ request: Int, _ result: SeekResult) { pending.removeValue(forKey: request)?.resolve(result) }

    /// The player goes away.
    mutating func resolveAll() {
        for seek in pending.values { seek.resolve(.superseded) }
        pending = [:]
    }

    // MARK: Scrubbing

    mutating func beginScrubbing() { isScrubbing = true }

    /// - Parameter holdsEngine: the engine itself was told to hold still, and is to be told with the next seek that this is over.
    mutating func endScrubbing(holdsEngine: Bool) { (isScrubbing, isEndingScrubbing) = (false, holdsEngine) }

    /// - Returns: true once after scrubbing has ended while the engine held still: the engine is to be released now.
    mutating func takeRelease() -> Bool {
        defer { isEndingScrubbing = false }
        return isEndingScrubbing
    }

    /// Another item: nobody drags in it.
    /// - Returns: whether somebody was dragging.
    mutating func forgetScrubbing() -> Bool {
        defer { (isScrubbing, isEndingScrubbing) = (false, false) }
        return isScrubbing
    }
}
