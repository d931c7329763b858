// SPDX-License-Identifier: Apache-2.0

import Observation
import WindowboxCasting
import WindowboxGTK
import WindowboxPlayer

/// What else in the network can play. Nobody is asked before a person wants to know.
@MainActor @Observable final class NetworkPlayers: SystemService, CastControlling {
    private let casting: Casting
    private var refusal: String?
    @ObservationIgnored private weak var player: Player?
    @ObservationIgnored private var isLooking = false

    init(_ casting: Casting = Casting()) { self.casting = casting }

    // MARK: The active player

    func begin(with player: Player) throws {
        self.player = player
        if isLooking { try casting.begin(with: player) }
    }

    func end() {
        player = nil
        if isLooking { casting.end() }
    }

    // MARK: Choosing

    var targets: [CastTarget] {
        let found = casting.renderers.map(CastTarget.init)
        // What plays stays in the list, though it may not answer for a while.
        return found + [target].compactMap { $0 }.filter { target in !found.contains { $0.id == target.id } }
    }

    var target: CastTarget? { casting.renderer.map(CastTarget.init) }
    var failure: String? { refusal ?? casting.error?.message }

    func look() {
        guard !isLooking, let player else { return }
        isLooking = true
        do { try casting.begin(with: player) } catch { refusal = "\(error)" }
    }

    func cast(to target: CastTarget) {
        guard let renderer = casting.renderers.first(where: { $0.id == target.id }) else { return }
        refusal = nil
        do { try casting.cast(to: renderer) } catch { refusal = error.message }
    }

    func stop() {
        refusal = nil
        casting.stop()
    }
}

extension CastTarget {
    fileprivate init(_ renderer: Renderer) { self.init(id: renderer.id, name: renderer.name) }
}
