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
    /// What the items have loaded; the outputs count the rest.
    var counts = EngineCounts()
    /// As reported last.
    var status: EngineStatus?

    /// Media seconds per second at which the tracks themselves are played. Where single pictures can't be had, backwards is played
    /// forwards.
    /// - Parameter isRestricted: what plays may not be played faster than normal.
    func clockRate(isRestricted: Bool) -> Double {
        let ordinary = rate < 0 ? 1 : isRestricted ? min(rate, 1) : rate
        return ordinary * liveRate
    }

    /// Another item plays.
    mutating func restart() {
        isStalled = false
        status = nil
    }
}
