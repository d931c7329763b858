// SPDX-License-Identifier: Apache-2.0

/// Where something is played.
public enum PlaybackRoute: Hashable, Sendable, Codable {
    /// On this machine, to its default output.
    case here
    /// On this machine, the sound to a device of it.
    case device(String)
    /// By a renderer elsewhere, by its identifier.
    case renderer(String)
}

/// Keeps where a person played last: for long things that is where they are expected again.
@MainActor public protocol PlaybackRouteStore: AnyObject {
    /// nil while nothing of the kind was played.
    func route(for kind: MediaType) -> PlaybackRoute?
    func keep(_ route: PlaybackRoute, for kind: MediaType)
}

/// A store that forgets with the program.
@MainActor public final class TransientPlaybackRoutes: PlaybackRouteStore {
    private var routes: [MediaType: PlaybackRoute] = [:]
    public init() {}
    public func route(for kind: MediaType) -> PlaybackRoute? { routes[kind] }
    public func keep(_ route: PlaybackRoute, for kind: MediaType) { routes[kind] = route }
}
