// SPDX-License-Identifier: Apache-2.0

/// Where something plays.
public enum PlaybackRoute: Hashable, Sendable, Codable {
    /// On this system, with its default audio output.
    case here
    /// On this system, with the audio on one of its devices.
    case device(String)
    /// On an external renderer, by its identifier.
    case renderer(String)
}

/// Stores where the user played last; long-form content is expected to play there again.
@MainActor public protocol PlaybackRouteStore: AnyObject {
    /// The last route for a media type; nil if there is none.
    func route(for kind: MediaType) -> PlaybackRoute?
    /// Stores the route that the user chose for a media type, in place of the last one.
    func keep(_ route: PlaybackRoute, for kind: MediaType)
}

/// A store in memory, lost when the program ends.
@MainActor public final class TransientPlaybackRoutes: PlaybackRouteStore {
    private var routes: [MediaType: PlaybackRoute] = [:]
    public init() {}
    public func route(for kind: MediaType) -> PlaybackRoute? { routes[kind] }
    public func keep(_ route: PlaybackRoute, for kind: MediaType) { routes[kind] = route }
}
