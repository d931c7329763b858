// SPDX-License-Identifier: Apache-2.0

/// Decides when playback stops because of external events, and when it resumes automatically. Requests by the user or the application
/// meanwhile take precedence.
struct InterruptionRule: Hashable {
    enum Cause: Hashable {
        /// Another application has exclusive audio.
        case sound
        /// The video isn't visible.
        case background
    }
    enum Event: Hashable {
        case begins(Cause)
        case ends(Cause)
        /// The audio device has disappeared.
        case deviceLost(continues: Bool)
        /// The user or the application requested playback or a pause.
        case requested
    }
    enum Action: Hashable { case pause, play }

    /// The causes that currently pause requested playback.
    private(set) var causes: Set<Cause> = []

    mutating func handle(_ event: Event, shouldPlay: Bool) -> Action? {
        switch event {
        case .begins(let cause):
            guard shouldPlay || !causes.isEmpty else { return nil }
            causes.insert(cause)
            return shouldPlay ? .pause : nil
        case .ends(let cause):
            guard causes.remove(cause) != nil, causes.isEmpty, !shouldPlay else { return nil }
            return .play
        case .deviceLost(let continues):
            guard !continues else { return nil }
            // Audio must not resume on the loudspeakers after a call.
            causes = []
            return shouldPlay ? .pause : nil
        case .requested:
            causes = []
            return nil
        }
    }
}
