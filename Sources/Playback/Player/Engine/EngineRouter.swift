// SPDX-License-Identifier: Apache-2.0

import Observation
import WindowboxEngine

/// Selects the active engine: the local one, or an external one that has replaced it. Forwards the facts of both.
@MainActor @Observable final class EngineRouter {
    @ObservationIgnored private(set) var active: any PlaybackEngineControlling
    /// The local engine while an external one is active.
    @ObservationIgnored private var local: (any PlaybackEngineControlling)?
    private(set) var isExternal = false
    /// All facts of the engines, for reports and statistics.
    @ObservationIgnored let facts = Broadcast<EngineFact>()
    @ObservationIgnored private var receive: @MainActor (EngineFact) -> Void = { _ in }
    @ObservationIgnored private var listening: Task<Void, Never>?
    @ObservationIgnored private var listeningExternally: Task<Void, Never>?

    init(_ engine: any PlaybackEngineControlling) { active = engine }

    /// Starts listening to the engine. Call once.
    /// - Parameter receive: receives each fact, in order, on the main actor.
    func start(_ receive: @escaping @MainActor (EngineFact) -> Void) {
        self.receive = receive
        listening = listen(to: active)
    }

    private func listen(to engine: any PlaybackEngineControlling) -> Task<Void, Never> {
        Task { [weak self, facts = engine.facts] in
            for await fact in facts { self?.receive(fact) }
        }
    }

    /// Switches to an external engine. The previous one is stopped, and shut down unless it is the local one.
    func useExternal(_ external: any PlaybackEngineControlling) {
        if local == nil {
            local = active
            active.pause()
            active.unload()
        } else {
            listeningExternally?.cancel()
            active.shutDown()
        }
        active = external
        listeningExternally = listen(to: external)
        isExternal = true
    }

    /// Returns to the local engine. Does nothing if it is active.
    func useLocal() {
        guard let local else { return }
        listeningExternally?.cancel()
        active.shutDown()
        active = local
        self.local = nil
        isExternal = false
    }

    func perform(_ actions: [EngineItems.Action]) {
        for action in actions {
            switch action {
            case .load(let asset, let id, let start): active.load(asset, as: id, at: start)
            case .prepare(let asset, let id): active.prepare(asset, as: id)
            case .block(let ranges, let id): active.block(ranges, of: id)
            case .advanced(let id): active.advanced(to: id)
            case .unload: active.unload()
            }
        }
    }

    func shutDown() {
        listening?.cancel()
        listeningExternally?.cancel()
        active.shutDown()
        local?.shutDown()
    }
}
