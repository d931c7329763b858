// SPDX-License-Identifier: Apache-2.0

/// Decides where something long is played, before a player is shown for it.
@MainActor public struct LongFormRouting {
    /// What an application answers.
    public enum Choice: Hashable, Sendable {
        case play(PlaybackRoute)
        /// The person wants neither.
        case cancel
    }

    private let store: any PlaybackRouteStore
    private let ask: (@MainActor (_ kind: MediaType, _ last: PlaybackRoute?) async -> Choice)?

    /// - Parameter ask: gets the route used last for the kind, nil for none, and answers where to play. Without it, what was used
    ///   last is used again.
    public init(store: any PlaybackRouteStore, ask: (@MainActor (_ kind: MediaType, _ last: PlaybackRoute?) async -> Choice)? = nil) {
        self.store = store
        self.ask = ask
    }

    /// - Parameters:
    ///   - kind: of media.
    ///   - available: what is there now: a route that is gone is not offered.
    /// - Returns: where to play; nil when nothing is to be started. What is returned is kept as the last one of the kind.
    public func route(for kind: MediaType, available: [PlaybackRoute]) async -> PlaybackRoute? {
        let last = store.route(for: kind).flatMap { $0 == .here || available.contains($0) ? $0 : nil }
        guard case .play(let route) = await ask?(kind, last) ?? .play(last ?? .here) else { return nil }
        store.keep(route, for: kind)
        return route
    }
}
