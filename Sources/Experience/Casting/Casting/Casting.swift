// SPDX-License-Identifier: Apache-2.0

public import Observation
public import WindowboxPlayer
public import WindowboxTransport

/// Finds renderers in the network and moves the active player's playback to one of them: a `SystemService`.
///
/// Casting takes over the player's list, position and play state, and hands them back. If the renderer disappears, playback returns
/// to this machine at the same position, paused.
@MainActor @Observable public final class Casting: SystemService {
    /// In order of discovery; empty before ``begin(with:)``.
    public private(set) var renderers: [Renderer] = []
    /// The renderer on which the active player plays; nil for this machine.
    public private(set) var renderer: Renderer?
    /// Why casting ended unexpectedly; nil if there is no error, and reset when something is cast.
    public private(set) var error: CastingError?

    @ObservationIgnored private weak var player: Player?
    @ObservationIgnored private var engine: CastingEngine?
    @ObservationIgnored private let discovery: RendererDiscovery
    @ObservationIgnored private let transport: any Transport
    @ObservationIgnored private var looking: Task<Void, Never>?
    @ObservationIgnored private var leaving: Task<Void, Never>?

    /// - Parameters:
    ///   - discovery: finds the renderers.
    ///   - transport: loads items without their own loader that renderers can't fetch themselves.
    public init(discovery: RendererDiscovery = RendererDiscovery(), transport: any Transport = RoutingTransport()) {
        self.discovery = discovery
        self.transport = transport
    }

    isolated deinit { looking?.cancel() }

    // MARK: Active player

    public func begin(with player: Player) throws {
        self.player = player
        guard looking == nil else { return }
        looking = Task { [weak self, discovery] in
            do throws(CastingError) { try await discovery.start() } catch {
                self?.error = error
                // The next begin tries again.
                self?.looking = nil
                return
            }
            for await renderers in await discovery.updates() { self?.found(renderers) }
        }
    }

    /// Ends casting; the player that loses the service continues on this machine.
    public func end() {
        stop()
        player = nil
    }

    func updates() async -> AsyncStream<[Renderer]> { await discovery.updates() }

    /// Returns once the stop command has been sent to the previous renderer.
    public func settled() async { await leaving?.value }

    private func found(_ renderers: [Renderer]) {
        if let renderer, self.renderers.contains(where: { $0.id == renderer.id }), !renderers.contains(where: { $0.id == renderer.id }) {
            engine?.left()
        }
        self.renderers = renderers
    }

    // MARK: Casting

    /// Moves the active player's playback to a renderer, at the current position.
    ///
    /// - Throws: ``CastingError/Code/notAllowed`` without an active player, or if its configuration forbids casting;
    ///   ``CastingError/Code/network`` if no network leads to the renderer.
    public func cast(to renderer: Renderer) throws(CastingError) {
        guard let player else {
            throw CastingError(.notAllowed, "Only the active player can cast: call becomeActive(with:) with services that include casting.")
        }
        guard player.configuration.allowsExternalPlayback else {
            throw CastingError(.notAllowed, "External playback is disabled for this player: allow it in its configuration.")
        }
        let engine = try CastingEngine(
            renderer, transport: transport, title: { [weak player] in player?.title(ofAddress: $0) },
            report: { [weak self] in self?.handle($0, of: renderer) })
        self.engine = engine
        self.renderer = renderer
        error = nil
        player.playExternally(on: engine)
    }

    /// Returns playback to this machine, at its current position.
    public func stop() {
        guard let engine else { return }
        leaving = Task { await engine.finished() }
        self.engine = nil
        renderer = nil
        player?.playHere()
    }

    private func handle(_ event: CastingEngine.Event, of renderer: Renderer) {
        guard renderer == self.renderer else { return }
        switch event {
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
