// SPDX-License-Identifier: Apache-2.0

/// Decides where long-form content plays, before a player is shown for it.
@MainActor public struct LongFormRouting {
    /// The application's answer.
    public enum Choice: Hashable, Sendable {
        /// Play on this route, which is remembered as the last one.
        case play(PlaybackRoute)
        /// Nothing should be played.
        case cancel
    }

    private let store: any PlaybackRouteStore
    private let ask: (@MainActor (_ kind: MediaType, _ last: PlaybackRoute?) async -> Choice)?

    /// - Parameter ask: receives the last route for the media type, nil if there is none, and returns where to play. Without it, the last
    ///   route is used again.
    public init(store: any PlaybackRouteStore, ask: (@MainActor (_ kind: MediaType, _ last: PlaybackRoute?) async -> Choice)? = nil) {
        self.store = store
        self.ask = ask
    }

    /// Determines the route for new playback.
    /// - Parameters:
    ///   - kind: the media type.
    ///   - available: the currently available routes: a last route that isn't among them is not offered.
    /// - Returns: where to play; nil if nothing should start. The result is stored as the last route for the media type.
    public func route(for kind: MediaType, available: [PlaybackRoute]) async -> PlaybackRoute? {
        let last = store.route(for: kind).flatMap { $0 == .here || available.contains($0) ? $0 : nil }
        guard case .play(let route) = await ask?(kind, last) ?? .play(last ?? .here) else { return nil }
        store.keep(route, for: kind)
        return route
    }
}
