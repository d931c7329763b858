// SPDX-License-Identifier: Apache-2.0

public import WindowboxEngine
public import WindowboxMedia
public import WindowboxPlayer
public import WindowboxStreaming

/// A player on an engine and a clock that a test holds in its hands. Nothing is loaded, shown or heard, and no time goes by unless the test
/// says so, so a test is as fast and as sure as a function call.
///
/// ```swift
/// let stage = PlayerStage("film.m3u8")
/// stage.player.play()
/// stage.show(duration: 90)
/// stage.play(for: 30)
/// print(stage.player.time ?? 0)
/// ```
@MainActor public struct PlayerStage {
    public let engine: FakeEngine
    public let clock: ManualPlayerClock
    /// As the player was given them.
    public let items: [PlayerItem]
    public let player: Player

    /// Independent of the languages of whoever runs the tests.
    public static let usual = PlayerConfiguration(userLanguages: [])

    /// - Parameter addresses: of simple items.
    public init(
        _ addresses: String..., configuration: PlayerConfiguration = PlayerStage.usual,
        preferences: any MediaPreferencesStore = TransientMediaPreferences()
    ) {
        self.init(items: addresses.map { .simple(url: $0) }, configuration: configuration, preferences: preferences)
    }

    public init(
        items: [PlayerItem], configuration: PlayerConfiguration = PlayerStage.usual,
        preferences: any MediaPreferencesStore = TransientMediaPreferences()
    ) {
        (engine, clock) = (FakeEngine(), ManualPlayerClock())
        self.items = items
        player = Player(items: items, configuration: configuration, preferences: preferences, engine: engine, clock: clock)
    }

    /// A player in the middle of an on-demand item that plays.
    /// - Parameter addresses: of simple items.
    public static func playing(_ addresses: String...) -> PlayerStage {
        let stage = PlayerStage(items: addresses.map { .simple(url: $0) })
        stage.player.play()
        stage.show()
        return stage
    }

    // MARK: What the engine reports

    /// The engine reports something, and the player has followed it when this returns.
    public func report(_ fact: EngineFact) { player.receive(fact) }

    /// - Parameter number: of the item; see ``show(_:duration:at:)``.
    public func report(_ status: EngineStatus, _ number: Int? = nil) { if let id = id(number) { report(.status(id, status)) } }

    /// Everything that an engine reports until the first picture of an on-demand item.
    /// - Parameters:
    ///   - number: of the item: a player numbers items from 1 as it loads or prepares them. Nil is the current one.
    ///   - duration: seconds.
    ///   - position: where it begins, in seconds.
    public func show(_ number: Int? = nil, duration: Double = 120, at position: Double = 0) {
        show(number, .onDemand(duration), at: position)
    }

    /// The same for a stream of any kind.
    /// - Parameter kinds: of its tracks.
    public func show(_ number: Int? = nil, _ timeline: Timeline, kinds: Set<TrackKind> = [.video, .audio], at position: Double = 0) {
        guard let id = id(number) else { return }
        let variant = Presentation.Variant(bandwidth: 1, size: PixelSize(width: 640, height: 360))
        report(.presentation(id, Presentation(variants: [variant], contentTypes: [.main])))
        report(.timeline(id, timeline))
        report(.kinds(id, kinds))
        engine.set(position: position)
        report(.ready(id, position: position))
        report(.status(id, player.shouldPlay ? .playing : .paused))
    }

    /// The engine can't play the item.
    /// - Parameter number: of the item; see ``show(_:duration:at:)``.
    public func fail(_ number: Int? = nil, _ error: StreamingError = StreamingError(.unavailable, message: "gone", url: "x")) {
        if let id = id(number) { report(.failed(id, error)) }
    }

    private func id(_ number: Int?) -> ItemID? { number.map { ItemID($0) } ?? player.currentItemID }

    // MARK: Time

    /// The engine plays on while time goes by.
    /// - Parameters:
    ///   - seconds: of the clock.
    ///   - rate: media seconds per second.
    public func play(for seconds: Double, rate: Double = 1) {
        let (start, position) = (clock.now, player.time ?? 0)
        clock.advance(by: seconds) { engine.set(position: position + ($0 - start) * rate) }
    }

    /// Returns once those who follow the player's properties already have heard that they are so.
    public func settles(_ isSo: @escaping @MainActor (PlayerProperties) -> Bool) async {
        let properties = player.propertiesUpdates
        // A task that is started after theirs has its turn after theirs.
        await Task { for await now in properties where isSo(now) { return } }.value
    }
}

extension Timeline {
    /// From a beginning to an end.
    /// - Parameter duration: seconds.
    public static func onDemand(_ duration: Double) -> Timeline {
        Timeline(kind: .onDemand, duration: duration, seekable: TimeRange(start: 0, end: duration), targetDuration: 4)
    }

    /// A live stream with a window of the past.
    /// - Parameters:
    ///   - start: of the window, in seconds.
    ///   - end: the live edge.
    ///   - dateOfZero: when second 0 was recorded, in seconds since 1970.
    public static func window(_ start: Double, _ end: Double, dateOfZero: Double? = nil) -> Timeline {
        Timeline(
            kind: .dvr, duration: nil, seekable: TimeRange(start: start, end: end), livePosition: end, dateOfZero: dateOfZero,
            targetDuration: 4)
    }

    /// A live stream without a past.
    /// - Parameter edge: seconds.
    public static func live(_ edge: Double) -> Timeline {
        Timeline(kind: .live, duration: nil, seekable: TimeRange(start: edge, end: edge), livePosition: edge, targetDuration: 4)
    }
}
