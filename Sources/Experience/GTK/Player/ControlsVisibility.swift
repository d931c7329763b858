// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// When the controls above a video are to be seen: while a person does something, and as long as nothing moves below them.
struct ControlsVisibility: Equatable {
    enum Playback {
        case playing
        case paused
        /// Nothing to play, at the end, or failed: what is visible stays so.
        case inactive
    }

    /// Why controls must not hide.
    struct Hold: OptionSet {
        let rawValue: Int
        static let pointer = Hold(rawValue: 1)
        static let seeking = Hold(rawValue: 2)
        static let menu = Hold(rawValue: 4)
        static let screenReader = Hold(rawValue: 8)
    }

    enum Event {
        /// The person moved the pointer, pressed a key, or touched something.
        case activity
        /// The pointer has left the video.
        case pointerLeft
        /// A tap that means just the controls.
        case toggle
        case playback(Playback)
        case hold(Hold, Bool)
        /// The moment asked for by ``Action/wake(at:)`` has come.
        case wake
    }

    enum Action: Equatable {
        case show
        case hide
        /// ``Event/wake`` is wanted then; asked for only when no other is under way.
        case wake(at: Instant)
    }

    private(set) var isVisible = true
    private let delay: Double
    private var playback = Playback.inactive
    private var holds: Hold = []
    private var deadline = Instant.zero
    private var isWaking = false

    /// - Parameter delay: seconds without activity after which controls hide.
    init(delay: Double = 3) { self.delay = delay }

    private var mayHide: Bool { playback == .playing && holds.isEmpty }

    mutating func handle(_ event: Event, at now: Instant) -> [Action] {
        let wasVisible = isVisible
        switch event {
        case .activity:
            isVisible = true
            deadline = now + delay
        case .pointerLeft:
            if mayHide { isVisible = false }
        case .toggle:
            isVisible = !isVisible || !holds.isEmpty
            deadline = now + delay
        case .playback(let playback):
            guard playback != self.playback else { break }
            self.playback = playback
            if playback == .paused { isVisible = true }
            deadline = now + delay
        case .hold(let hold, true):
            holds.insert(hold)
            isVisible = true
        case .hold(let hold, false):
            guard holds.remove(hold) != nil else { break }
            deadline = now + delay
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
}
