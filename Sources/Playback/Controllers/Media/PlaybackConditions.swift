// SPDX-License-Identifier: Apache-2.0

/// External conditions of playback: the network, and interruptions by other audio. A value type.
struct PlaybackConditions {
    private var isReachable: Bool
    /// Whether a live stream without a DVR window was stopped by an interruption, and restarts afterwards.
    private(set) var isHeld = false

    init(isReachable: Bool) { self.isReachable = isReachable }

    /// - Returns: whether the network has become available again.
    mutating func follow(isReachable: Bool) -> Bool {
        defer { self.isReachable = isReachable }
        return isReachable && !self.isReachable
    }

    mutating func hold() { isHeld = true }

    /// A command to play, pause or stop cancels the restart after an interruption.
    mutating func follow(_ event: MediaDirector.Event) {
        switch event {
        case .prepare, .play, .pause, .toggle, .stop, .restart, .reset: isHeld = false
        default: break
        }
    }
}
