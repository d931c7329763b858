// SPDX-License-Identifier: Apache-2.0

/// Decides when an item is about to finish: once each time that its end is approached.
struct EndWarning {
    /// Seconds before the end.
    static let lead = 5.0

    private var isGiven = false
    private var last = 0.0

    /// Another item is current.
    mutating func reset() { (isGiven, last) = (false, 0) }

    /// Playback has reached a time, in seconds. If that is before the previous one, the item has started over, or was sought.
    /// - Returns: whether to warn now.
    mutating func reached(_ time: Double, of duration: Double) -> Bool {
        if time < last { isGiven = false }
        last = time
        guard duration - time <= Self.lead, !isGiven else { return false }
        isGiven = true
        return true
    }
}
