// SPDX-License-Identifier: Apache-2.0

/// What outside of a player decides whether it plays: the network, and interruptions by other sound. A value.
struct PlaybackConditions {
    private var isReachable: Bool
    /// Plain live was stopped for an interruption, and starts again after it.
    private(set) var isHeld = false

    init(isReachable: Bool) { self.isReachable = isReachable }

    /// - Returns: whether the network is back.
    mutating func follow(isReachable: Bool) -> Bool {
        defer { self.isReachable = isReachable }
        return isReachable && !self.isReachable
    }

    mutating func hold() { isHeld = true }

    /// A command to play, pause or stop takes the place of what an interruption would resume.
    mutating func follow(_ event: MediaDirector.Event) {
        switch event {
        case .prepare, .play, .pause, .toggle, .stop, .restart, .reset: isHeld = false
        default: break
        }
    }
}
