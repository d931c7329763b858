// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxPlayer

/// A player on an engine and a clock that a test holds in its hands.
@MainActor struct Stage {
    let engine = FakeEngine()
    let clock = ManualPlayerClock()
    let items: [PlayerItem]
    let player: Player

    /// Independent of the languages of whoever runs the tests.
    static let usual = PlayerConfiguration(userLanguages: [])

    /// - Parameter names: addresses of simple items.
    init(
        _ names: String..., configuration: PlayerConfiguration = Stage.usual,
        preferences: any MediaPreferencesStore = TransientMediaPreferences()
    ) {
        self.init(items: names.map { .simple(url: $0) }, configuration: configuration, preferences: preferences)
    }

    init(
        items: [PlayerItem], configuration: PlayerConfiguration = Stage.usual,
        preferences: any MediaPreferencesStore = TransientMediaPreferences()
    ) {
        self.items = items
        player = Player(items: items, configuration: configuration, preferences: preferences, engine: engine, clock: clock)
    }

    /// A player in the middle of an on-demand item that plays.
    static func playing(_ names: String...) -> Stage {
        let stage = Stage(items: names.map { .simple(url: $0) })
        stage.player.play()
        stage.show(1)
        return stage
    }

    /// The engine tells everything that it tells until the first picture of an on-demand item.
    func show(_ number: Int, duration: Double = 120, at position: Double = 0) {
        show(number, .onDemand(duration), at: position)
    }

    func show(_ number: Int, _ timeline: Timeline, kinds: Set<TrackKind> = [.video, .audio], at position: Double = 0) {
        let id = ItemID(number)
        tell(.presentation(id, Presentation(variants: [.init(bandwidth: 1, size: PixelSize(width: 640, height: 360))], lanes: [.main])))
        tell(.timeline(id, timeline))
        tell(.kinds(id, kinds))
        engine.set(position: position)
        tell(.ready(id, position: position))
        tell(.status(id, player.shouldPlay ? .playing : .paused))
    }

    func tell(_ fact: EngineFact) { player.core.receive(fact) }

    func tell(_ status: EngineStatus, _ number: Int) { tell(.status(ItemID(number), status)) }

    func fail(_ number: Int, _ error: StreamingError = StreamingError(.unavailable, message: "gone", url: "x")) {
        tell(.failed(ItemID(number), error))
    }

    /// Returns once those who follow the player's properties already have heard that they are so.
    func settles(_ isSo: @escaping @MainActor (PlayerProperties) -> Bool) async {
        let properties = player.propertiesUpdates
        // A task that is started after theirs has its turn after theirs.
        await Task { for await now in properties where isSo(now) { return } }.value
    }

    /// The engine plays on at a speed while time goes by.
    func play(for seconds: Double, rate: Double = 1) {
        let (start, position) = (clock.now, player.time ?? 0)
        clock.advance(by: seconds) { engine.set(position: position + ($0 - start) * rate) }
    }
}

extension Timeline {
    static func onDemand(_ duration: Double) -> Timeline {
        Timeline(kind: .onDemand, duration: duration, seekable: TimeRange(start: 0, end: duration), targetDuration: 4)
    }
    static func window(_ start: Double, _ end: Double, dateOfZero: Double? = nil) -> Timeline {
        Timeline(
            kind: .dvr, duration: nil, seekable: TimeRange(start: start, end: end), livePosition: end, dateOfZero: dateOfZero,
            targetDuration: 4)
    }
    static func live(_ edge: Double) -> Timeline {
        Timeline(kind: .live, duration: nil, seekable: TimeRange(start: edge, end: edge), livePosition: edge, targetDuration: 4)
    }
}
