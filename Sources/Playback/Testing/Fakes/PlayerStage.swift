// SPDX-License-Identifier: Apache-2.0

public import WindowboxEngine
public import WindowboxMedia
public import WindowboxPlayer
public import WindowboxStreaming

// given: import WindowboxPlayer
// given: import WindowboxTesting
/// A player whose engine and clock a test controls. Nothing is loaded, shown or heard, and time stands still unless the test advances it,
/// so a test is as fast and reliable as a function call.
///
/// ```swift
/// let stage = PlayerStage("film.m3u8")
/// stage.player.play()
/// stage.show(duration: 90)
/// stage.play(for: 30)
/// print(stage.player.time ?? 0)
/// ```
@MainActor public struct PlayerStage {
    /// The player's engine, by which the test reports what happens.
    public let engine: FakeEngine
    /// The player's clock. Time stands still until the test advances it.
    public let clock: ManualPlayerClock
    /// The items passed to the player.
    public let items: [PlayerItem]
    /// The player under test, on ``engine`` and ``clock``.
    public let player: Player

    /// A configuration that does not depend on the user's languages.
    public static let usual = PlayerConfiguration(userLanguages: [])

    /// - Parameter addresses: the URLs of simple items.
    public init(
        _ addresses: String..., configuration: PlayerConfiguration = PlayerStage.usual,
        preferences: any MediaPreferencesStore = TransientMediaPreferences()
    ) {
        self.init(items: addresses.map { .simple(url: $0) }, configuration: configuration, preferences: preferences)
    }

    /// - Parameter items: the list of the player, the first of which becomes current.
    public init(
        items: [PlayerItem], configuration: PlayerConfiguration = PlayerStage.usual,
        preferences: any MediaPreferencesStore = TransientMediaPreferences()
    ) {
        (engine, clock) = (FakeEngine(), ManualPlayerClock())
        self.items = items
        player = Player(items: items, configuration: configuration, preferences: preferences, engine: engine, clock: clock)
    }

    /// A player that is playing an on-demand item.
    /// - Parameter addresses: the URLs of simple items.
    public static func playing(_ addresses: String...) -> PlayerStage {
        let stage = PlayerStage(items: addresses.map { .simple(url: $0) })
        stage.player.play()
        stage.show()
        return stage
    }

    // MARK: Engine reports

    /// Makes the engine report a fact. The player has handled it when this returns.
    public func report(_ fact: EngineFact) { player.receive(fact) }

    /// - Parameter number: the number of the item; see ``show(_:duration:at:)``.
    public func report(_ status: EngineStatus, _ number: Int? = nil) { if let id = id(number) { report(.status(id, status)) } }

    /// Makes the engine report everything up to the first frame of an on-demand item.
    /// - Parameters:
    ///   - number: the number of the item. A player numbers items from 1 as it loads or prepares them. nil is the current one.
    ///   - duration: seconds.
    ///   - position: where it begins, in seconds.
    public func show(_ number: Int? = nil, duration: Double = 120, at position: Double = 0) {
        show(number, .onDemand(duration), at: position)
    }

    /// The same for a stream of any kind.
    /// - Parameter kinds: the kinds of its tracks.
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

    /// Makes the engine report that it can't play the item.
    /// - Parameter number: the number of the item; see ``show(_:duration:at:)``.
    public func fail(_ number: Int? = nil, _ error: StreamingError = StreamingError(.unavailable, message: "gone", url: "x")) {
        if let id = id(number) { report(.failed(id, error)) }
    }

    private func id(_ number: Int?) -> ItemID? { number.map { ItemID($0) } ?? player.currentItemID }

    // MARK: Time

    /// Advances the clock while the engine plays.
    /// - Parameters:
    ///   - seconds: seconds on the clock.
    ///   - rate: media seconds per second.
    public func play(for seconds: Double, rate: Double = 1) {
        let (start, position) = (clock.now, player.time ?? 0)
        clock.advance(by: seconds) { engine.set(position: position + ($0 - start) * rate) }
    }

    /// Returns once existing observers of the player's properties have been notified that a condition is fulfilled.
    public func settles(_ isSo: @escaping @MainActor (PlayerProperties) -> Bool) async {
        let properties = player.propertiesUpdates
        // A task that is started after theirs runs after theirs.
        await Task { for await now in properties where isSo(now) { return } }.value
    }
}

extension Timeline {
    /// A timeline with a beginning and an end.
    /// - Parameter duration: seconds.
    public static func onDemand(_ duration: Double) -> Timeline {
        Timeline(kind: .onDemand, duration: duration, seekable: TimeRange(start: 0, end: duration), targetDuration: 4)
    }

    /// A live stream with a DVR window.
    /// - Parameters:
    ///   - start: the start of the window in seconds.
    ///   - end: the live edge in seconds.
    ///   - dateOfZero: when second 0 was recorded, in seconds since 1970.
    public static func window(_ start: Double, _ end: Double, dateOfZero: Double? = nil) -> Timeline {
        Timeline(
            kind: .dvr, duration: nil, seekable: TimeRange(start: start, end: end), livePosition: end, dateOfZero: dateOfZero,
            targetDuration: 4)
    }

    /// A live stream without a DVR window.
    /// - Parameter edge: the live edge in seconds.
    public static func live(_ edge: Double) -> Timeline {
        Timeline(kind: .live, duration: nil, seekable: TimeRange(start: edge, end: edge), livePosition: edge, targetDuration: 4)
    }
}
