// SPDX-License-Identifier: Apache-2.0

/// Decides when an item is about to finish: once each time that its end is approached.
struct EndWarning {
    /// Seconds before the end.
    static let lead = 5.0

    private var isGiven = false

    /// Another item is current.
    mutating func reset() { isGiven = false }

    /// Playback has reached a time, in seconds.
    /// - Returns: whether to warn now.
    mutating func reached(_ time: Double, of duration: Double) -> Bool {
        guard duration - time <= Self.lead else {
            isGiven = false
            return false
        }
        defer { isGiven = true }
        return !isGiven
    }
}
