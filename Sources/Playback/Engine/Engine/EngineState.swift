// SPDX-License-Identifier: Apache-2.0

/// What the user of an engine wants, and what has become of it.
struct EngineState {
    var wantsToPlay = false
    /// Media seconds per second, as the user set it.
    var rate = 1.0
    /// A factor by which a live stream catches up with its edge, or falls back.
    var liveRate = 1.0
    /// Samples ran out while playing.
    var isStalled = false
    /// As reported last.
    var status: EngineStatus?
    /// Where playing was when the user began to drag the position; kept for the seek that ends it.
    private(set) var scrubOrigin: Double?
    /// The user drags the position: playing is held until that ends.
    private(set) var isScrubbing = false

    /// Media seconds per second at which the tracks themselves are played. Where single pictures can't be had, backwards is played
    /// forwards.
    /// - Parameter isRestricted: what plays may not be played faster than normal.
    func clockRate(isRestricted: Bool) -> Double {
        let ordinary = rate < 0 ? 1 : isRestricted ? min(rate, 1) : rate
        return ordinary * liveRate
    }

    mutating func beginScrubbing(at position: Double) {
        isScrubbing = true
        scrubOrigin = position
    }

    mutating func endScrubbing() { isScrubbing = false }

    /// - Returns: where a seek begins: where dragging began, or else `position`.
    mutating func takeOrigin(_ position: Double) -> Double {
        let origin = scrubOrigin ?? position
        if !isScrubbing { scrubOrigin = nil }
        return origin
    }

    /// Another item plays.
    mutating func restart() {
        isStalled = false
        isScrubbing = false
        status = nil
    }
}
