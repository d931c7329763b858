// SPDX-License-Identifier: Apache-2.0

public import Observation
public import WindowboxPlayer
public import WindowboxSources
public import WindowboxTransport

// given: import WindowboxControllers
// given: import WindowboxPlayer
// given: import WindowboxSources
/// Plays media items that a service identifies by URN, one at a time, with their metadata, chapters and segments.
///
/// Several controllers may play at the same time, each with its own player; see ``enableServices(_:)`` for the one that the desktop
/// controls. The player's list belongs to the controller. An application may play, pause, seek and select tracks on the player directly.
///
/// ```swift
/// let service = CompositionService(address: "https://media.example.com/compositions/{urn}")
/// let controller = MediaController(player: Player(configuration: MediaControllerConfiguration.player), service: service)
/// controller.play(urn: "urn:example:video:1", at: .time(90))
/// ```
@MainActor @Observable public final class MediaController {
    /// The player that this controller drives. Its list belongs to the controller.
    public nonisolated let player: Player
    /// The settings given at initialization.
    public nonisolated let configuration: MediaControllerConfiguration

    // MARK: State

    /// What is known about the media item, updated while its service is asked.
    public var details: MediaDetails { status.details }
    /// What playback is doing; ``PlaybackPhase/idle`` without a media item.
    public var phase: PlaybackPhase { status.phase }
    /// Why the media item can't be played; nil if it can.
    public var error: ControllerError? { status.error }
    /// Whether the media item's data is loading, loaded or missing.
    public var dataAvailability: DataAvailability { status.dataAvailability }
    /// Whether it is preparing, seeking, or waiting for data or for the service.
    public var isLoading: Bool { status.isLoading }

    // MARK: Implementation

    @ObservationIgnored let clock: WallClock
    @ObservationIgnored let status = MediaStatus()
    @ObservationIgnored let transitions: TransitionController
    @ObservationIgnored let composition: CompositionWatcher
    @ObservationIgnored var director: MediaDirector
    @ObservationIgnored var segments = SegmentFollower()
    @ObservationIgnored var stream: LoadedStream?
    @ObservationIgnored var conditions: PlaybackConditions
    @ObservationIgnored var preparations: [Preparation] = []
    @ObservationIgnored var following: [Task<Void, Never>] = []
    @ObservationIgnored weak var services: SystemServices?
    @ObservationIgnored private let listeners = Broadcast<MediaEvent>()

    /// - Parameters:
    /// - player: used only by this controller; see ``MediaControllerConfiguration/player``.
    /// - transport: loads media that needs a token.
    /// - clock: determines availability, and times countdowns.
    public init(
        player: Player, service: CompositionService, configuration: MediaControllerConfiguration = MediaControllerConfiguration(),
        transport: any Transport = RoutingTransport.secure(), clock: WallClock = .system
    ) {
        self.player = player
        self.configuration = configuration
        self.clock = clock
        transitions = TransitionController(clock: clock)
        composition = CompositionWatcher(service: service, transport: transport, clock: clock)
        conditions = PlaybackConditions(isReachable: player.networkConditions.isReachable)
        let start = StartRule(endTolerance: configuration.endTolerance, endToleranceRatio: configuration.endToleranceRatio)
        director = MediaDirector(
            rules: MediaDirector.Rules(
                stopsLiveOnPause: configuration.stopsLiveOnPause, resumesAfterRetry: configuration.resumesAfterRetry, start: start,
                texts: configuration.texts))
        player.actionAtItemEnd = .pause
        player.backgroundPlaybackPolicy = configuration.backgroundVideoPlayback ? .continues : .automatic
        player.items = []
        transitions.perform = { [weak self] in self?.perform($0) }
        follow()
    }

    isolated deinit {
        for task in following { task.cancel() }
        for preparation in preparations { preparation.resolve(false) }
        player.pause()
        player.items = []
    }

    /// Future events, in order.
    public var events: AsyncStream<MediaEvent> { listeners.listen() }

    func send(_ event: MediaEvent) { listeners.send(event) }
}

/// The result of preparing a media item. The item is loaded even if the result isn't awaited.
@MainActor public final class Preparation {
    private var outcome: Bool?
    private var waiting: [CheckedContinuation<Bool, Never>] = []

    nonisolated init() {}

    /// Whether the item can be played; false also if another one has replaced it. Always returns.
    public var isReady: Bool {
        get async {
            if let outcome { return outcome }
            return await withCheckedContinuation { waiting.append($0) }
        }
    }

    func resolve(_ outcome: Bool) {
        guard self.outcome == nil else { return }
        self.outcome = outcome
        for continuation in waiting { continuation.resume(returning: outcome) }
        waiting = []
    }
}
