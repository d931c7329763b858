// SPDX-License-Identifier: Apache-2.0

/// What the user of an engine asked for, and the resulting state.
struct EngineState {
    var wantsToPlay = false
    /// Media seconds per second, as the user set it.
    var rate = 1.0
    /// A factor by which a live stream catches up with its edge or falls back.
    var liveRate = 1.0
    /// Samples ran out while playing.
    var isStalled = false
    /// Counts of what the items loaded. The outputs keep the other counts.
    var counts = EngineCounts()
    /// The status reported last.
    var status: EngineStatus?

    /// Media seconds per second at which the tracks themselves are played. Where single frames can't be shown, a negative rate plays
    /// forwards at normal speed.
    /// - Parameter isRestricted: the current content may not be played faster than normal.
    func clockRate(isRestricted: Bool) -> Double {
        let ordinary = rate < 0 ? 1 : isRestricted ? min(rate, 1) : rate
        return ordinary * liveRate
    }

    /// Resets the state for another item.
    mutating func restart() {
        isStalled = false
        status = nil
    }
}
