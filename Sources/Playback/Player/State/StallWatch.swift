// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Reports each stall once, and asks the engine to play again while it lasts.
struct StallWatch {
    enum Event: Equatable {
        /// The engine lacks data while it should play.
        case lacksData
        /// The engine has data again, or playback isn't requested or possible any more.
        case ended
        /// Some time has passed.
        case woke(shouldPlay: Bool)
    }

    enum Action: Equatable {
        case stalled
        case resumed
        /// Ask the engine to play again.
        case tryAgain
    }

    /// Seconds after which a stall counts as stuck.
    static let timeout = 5.0

    /// When playback stalled, or when the engine was last asked to play again.
    private var since: Instant?

    mutating func handle(_ event: Event, at now: Instant) -> Action? {
        switch event {
        case .lacksData:
            guard since == nil else { return nil }
            since = now
            return .stalled
        case .ended:
            guard since != nil else { return nil }
            since = nil
            return .resumed
        case .woke(let shouldPlay):
            guard let since, shouldPlay, now - since >= Self.timeout else { return nil }
            self.since = now
            return .tryAgain
        }
    }
}
