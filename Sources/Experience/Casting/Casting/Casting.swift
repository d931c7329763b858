// SPDX-License-Identifier: Apache-2.0

public import Observation
public import WindowboxPlayer
public import WindowboxTransport

/// Finds renderers in the network and lets the active player play on one: a `SystemService`.
///
/// Casting takes the player's list, its position and whether it plays along, and brings them back. When the renderer goes, playing
/// comes back to this machine at the position, paused.
@MainActor @Observable public final class Casting: SystemService {
    /// In the order in which they were found; empty before ``begin(with:)``.
    public private(set) var renderers: [Renderer] = []
    /// Where the active player plays; nil for this machine.
    public private(set) var renderer: Renderer?
    /// Why casting ended by itself; nil while all is well, and again when something is cast.
    public private(set) var error: CastingError?

    @ObservationIgnored private weak var player: Player?
    @ObservationIgnored private var engine: CastingEngine?
    @ObservationIgnored private let discovery: RendererDiscovery
    @ObservationIgnored private let transport: any Transport
    @ObservationIgnored private var looking: Task<Void, Never>?
    @ObservationIgnored private var leaving: Task<Void, Never>?

    /// - Parameters:
    ///   - discovery: finds the renderers.
    ///   - transport: brings the bytes of items that have no loader of their own and that renderers can't fetch by themselves.
    public init(discovery: RendererDiscovery = RendererDiscovery(), transport: any Transport = RoutingTransport()) {
        self.discovery = discovery
        self.transport = transport
    }

    isolated deinit { looking?.cancel() }

    // MARK: The active player

    public func begin(with player: Player) throws {
        self.player = player
        guard looking == nil else { return }
        looking = Task { [weak self, discovery] in
            do throws(CastingError) { try await discovery.start() } catch {
                self?.error = error
                return
            }
            for await renderers in await discovery.updates() { self?.found(renderers) }
        }
    }

    /// Casting ends, and the player that loses the service plays on here.
    public func end() {
        stop()
        player = nil
    }

    func updates() async -> AsyncStream<[Renderer]> { await discovery.updates() }

    /// Returns when the renderer that was left has been told so.
    public func settled() async { await leaving?.value }

    private func found(_ renderers: [Renderer]) {
        if let renderer, self.renderers.contains(where: { $0.id == renderer.id }), !renderers.contains(where: { $0.id == renderer.id }) {
            engine?.left()
        }
        self.renderers = renderers
    }

    // MARK: Casting

    /// Plays on a renderer what the active player has, from where it is.
    ///
    /// - Throws: ``CastingError/Code/notAllowed`` without an active player, or where its configuration does not allow it;
    ///   ``CastingError/Code/network`` where no network leads there.
    public func cast(to renderer: Renderer) throws(CastingError) {
        guard let player else {
            throw CastingError(.notAllowed, "Only the active player may cast: make it active with the services that casting is one of.")
        }
        guard player.configuration.allowsExternalPlayback else {
            throw CastingError(.notAllowed, "This player is set up not to play elsewhere: allow external playback in its configuration.")
        }
        let engine = try CastingEngine(
            renderer, transport: transport, title: { [weak player] in player?.title(ofAddress: $0) },
            heard: { [weak self] in self?.hear($0, of: renderer) })
        self.engine = engine
        self.renderer = renderer
        error = nil
        player.playExternally(on: engine)
    }

    /// Playing comes back to this machine, at the position it has reached.
    public func stop() {
        guard let engine else { return }
        leaving = Task { await engine.finished() }
        self.engine = nil
        renderer = nil
        player?.playHere()
    }

    private func hear(_ happening: CastingEngine.Happening, of renderer: Renderer) {
        guard renderer == self.renderer else { return }
        switch happening {
        case .pausedThere: player?.pause()
        case .resumedThere: player?.play()
        case .over(let error, let position):
            self.error = error
            engine = nil
            self.renderer = nil
            player?.pause()
            player?.playHere(at: position)
        }
    }
}
