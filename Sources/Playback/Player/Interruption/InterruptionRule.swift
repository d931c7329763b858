// SPDX-License-Identifier: Apache-2.0

/// When playing stops because of what happens around it, and when it goes on by itself. What a person or the application does
/// meanwhile counts more.
struct InterruptionRule: Hashable {
    enum Cause: Hashable {
        /// Something else is heard alone.
        case sound
        /// Nobody sees the pictures.
        case background
    }
    enum Event: Hashable {
        case begins(Cause)
        case ends(Cause)
        /// What the sound went to is gone.
        case deviceLost(goesOn: Bool)
        /// Someone wants playing, or no playing.
        case wanted
    }
    enum Action: Hashable { case pause, play }

    /// What holds playing that was wanted.
    private(set) var causes: Set<Cause> = []

    mutating func handle(_ event: Event, isWanted: Bool) -> Action? {
        switch event {
        case .begins(let cause):
            guard isWanted || !causes.isEmpty else { return nil }
            causes.insert(cause)
            return isWanted ? .pause : nil
        case .ends(let cause):
            guard causes.remove(cause) != nil, causes.isEmpty, !isWanted else { return nil }
            return .play
        case .deviceLost(let goesOn):
            guard !goesOn else { return nil }
            // Nobody is to hear it from the loudspeakers after a call.
            causes = []
            return isWanted ? .pause : nil
        case .wanted:
            causes = []
            return nil
        }
    }
}
