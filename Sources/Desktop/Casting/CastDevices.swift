// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import WindowboxCasting
import WindowboxGTK
import WindowboxPlayer
import WindowboxTransport

/// Other players in the network. The search starts only when the user asks for them.
@MainActor @Observable final class CastDevices: SystemService, CastControlling {
    private let casting: Casting
    private var refusal: String?
    @ObservationIgnored private weak var player: Player?
    @ObservationIgnored private var isLooking = false
    /// Part of the name of the device to cast to as soon as it answers.
    @ObservationIgnored private var awaited: String?

    init(_ casting: Casting = Casting(transport: .ofApp)) { self.casting = casting }

    // MARK: Active player

    func begin(with player: Player) throws {
        self.player = player
        if isLooking { try casting.begin(with: player) } else if awaited != nil { look() }
    }

    func end() {
        player = nil
        if isLooking { casting.end() }
    }

    // MARK: Selection

    var targets: [CastTarget] {
        let found = casting.renderers.map(CastTarget.init)
        // The current target stays in the list, even if it doesn't answer for a while.
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
        (refusal, awaited) = (nil, nil)
        do { try casting.cast(to: renderer) } catch { refusal = error.message }
    }

    /// Casts to the first device with this in its name once it answers, unless the user chooses another one first.
    func cast(toFirstNamed name: String) {
        awaited = name
        look()
        lookForAwaited()
    }

    private func lookForAwaited() {
        guard let name = awaited else { return }
        let found = withObservationTracking {
            targets.first { $0.name.localizedCaseInsensitiveContains(name) }
        } onChange: { [weak self] in
            Task { @MainActor in self?.lookForAwaited() }
        }
        if let found { cast(to: found) }
    }

    func stop() {
        awaited = nil
        refusal = nil
        casting.stop()
    }
}

extension CastTarget {
    fileprivate init(_ renderer: Renderer) { self.init(id: renderer.id, name: renderer.name) }
}
