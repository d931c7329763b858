// SPDX-License-Identifier: Apache-2.0

public import Observation
public import WindowboxPlayer
public import WindowboxSources
public import WindowboxTransport

/// Plays one media after the other by their names at a service, with everything that the service tells of them.
///
/// Any number of controllers may play, each with a player of its own; see ``enableServices(_:)`` for the one that the desktop serves.
/// The player's list belongs to the controller. Playing, pausing, seeking and choosing tracks on the player itself is fine.
@MainActor @Observable public final class MediaController {
    public nonisolated let player: Player
    public nonisolated let configuration: MediaControllerConfiguration

    // MARK: What is known

    public var details: MediaDetails { status.details }
    public var phase: PlaybackPhase { status.phase }
    /// Why the media can't be played; nil if it can.
    public var error: ControllerError? { status.error }
    public var dataAvailability: DataAvailability { status.dataAvailability }
    /// Preparing, seeking, waiting for data, or for the service.
    public var isLoading: Bool { status.isLoading }

    // MARK: Inside

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
    ///   - player: made for this controller; see ``MediaControllerConfiguration/player``.
    ///   - transport: brings the bytes of media that need a token.
    ///   - clock: for what is available, and for countdowns.
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

    /// What happens from now on, in order.
    public var events: AsyncStream<MediaEvent> { listeners.listen() }

    func tell(_ event: MediaEvent) { listeners.send(event) }
}

/// A media that was asked for. It is loaded whether or not anyone waits for it.
@MainActor public final class Preparation {
    private var outcome: Bool?
    private var waiting: [CheckedContinuation<Bool, Never>] = []

    nonisolated init() {}

    /// Whether it can be played. False also when another media took its place; it always ends.
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
