// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Decides when the controls over a video are visible: while the user is active, and as long as the video doesn't play.
struct VisibilityRule: Equatable {
    enum Playback {
        case playing
        case paused
        /// Nothing to play, ended or failed: visible controls stay visible.
        case inactive
    }

    enum Event {
        case player(isPresent: Bool)
        case playback(Playback)
        case show
        case hide
        case toggle
        /// User activity that doesn't show the controls: visible ones stay for another delay.
        case reset
        /// The pointer has left the video.
        case pointerLeft
        case hold(VisibilityTracker.Hold, Bool)
        /// The application is visible again.
        case foreground
        /// The moment requested by ``Action/wake(at:)`` has come.
        case wake
    }

    enum Action: Equatable {
        case show
        case hide
        /// Requests ``Event/wake`` at this moment; never requested while another one is pending.
        case wake(at: Instant)
    }

    private(set) var isVisible: Bool
    private let delay: Double
    private var hasPlayer = false
    private var playback = Playback.inactive
    private var holds: VisibilityTracker.Hold = []
    private var deadline = Instant.zero
    private var isWaking = false

    /// - Parameter delay: seconds without activity after which controls hide.
    init(delay: Double, isVisible: Bool) {
        self.delay = delay
        self.isVisible = isVisible
    }

    private var mayHide: Bool { hasPlayer && playback == .playing && holds.isEmpty }

    mutating func handle(_ event: Event, at now: Instant) -> [Action] {
        let wasVisible = isVisible
        switch event {
        case .player(let isPresent):
            hasPlayer = isPresent
            playback = .inactive
            deadline = now + delay
        case .playback(let playback):
            guard playback != self.playback else { break }
            self.playback = playback
            if playback == .paused { isVisible = true }
            deadline = now + delay
        case .show: setVisible(true, at: now)
        case .hide: setVisible(false, at: now)
        case .toggle: setVisible(!isVisible, at: now)
        case .reset: deadline = now + delay
        case .pointerLeft: if mayHide { isVisible = false }
        case .hold(let hold, true):
            holds.formUnion(hold)
            isVisible = true
        case .hold(let hold, false):
            guard !holds.isDisjoint(with: hold) else { break }
            holds.subtract(hold)
            deadline = now + delay
        case .foreground: if hasPlayer, playback != .playing { isVisible = true }
        case .wake:
            isWaking = false
            if mayHide, now >= deadline { isVisible = false }
        }
        var actions: [Action] = isVisible == wasVisible ? [] : [isVisible ? .show : .hide]
        if isVisible, mayHide, !isWaking {
            isWaking = true
            actions.append(.wake(at: deadline))
        }
        return actions
    }

    /// Applies an explicit request, if there is a player. Held controls don't hide.
    private mutating func setVisible(_ visible: Bool, at now: Instant) {
        guard hasPlayer else { return }
        isVisible = visible || !holds.isEmpty
        deadline = now + delay
    }
}
