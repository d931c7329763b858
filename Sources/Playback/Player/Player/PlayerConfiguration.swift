// SPDX-License-Identifier: Apache-2.0

public import WindowboxEngine
public import WindowboxStreaming

/// The fixed configuration of a player.
public struct PlayerConfiguration: Sendable {
    /// Whether going back first returns to the start of an item; ``NavigationMode/smart(interval:)`` by default.
    public var navigationMode: NavigationMode
    /// Seconds; must be greater than zero, may be fractional.
    public var backwardSkipInterval: Double
    /// Seconds; must be greater than zero, may be fractional.
    public var forwardSkipInterval: Double
    /// The speeds of on-demand items, within 0.05...20. The default is 0.1...4: above it, speech is hard to follow, and few machines can
    /// decode every frame of a film.
    public var playbackSpeeds: ClosedRange<Double>
    /// The speeds of reverse playback, within -20 ... -0.05; nil for none. Without audio.
    public var reversePlaybackSpeeds: ClosedRange<Double>?
    /// A live stream with a seekable window of at least this many seconds counts as ``StreamType/dvr``.
    public var minimumWindow: Double
    /// What happens when an item can't be played; by default the player stays at it.
    public var actionAtItemFailure: ActionAtItemFailure
    /// If false, nothing is loaded while the user has asked to save data: for decorative content.
    public var allowsConstrainedNetworkAccess: Bool
    /// Whether and when failed items are retried; ``NetworkRetry/automatic`` by default.
    public var networkRetry: NetworkRetry
    /// Whether playback continues on another device when the audio device disappears; otherwise it pauses.
    public var resumesAfterRouteBecomesUnavailable: Bool
    /// Whether playback pauses while the sound server gives another application exclusive audio, and resumes afterwards. Sound servers ask
    /// only outputs that have a role.
    public var pausesForInterruptions: Bool
    /// Whether playback may move to an external renderer in the network.
    public var allowsExternalPlayback: Bool
    /// Whether the screen stays on while video plays, if the system services support it.
    public var preventsDisplaySleep: Bool
    /// BCP 47 tags of languages that the user understands, in order of preference.
    public var userLanguages: [String]
    /// The settings of the player's own engine; external renderers don't use them.
    public var engine: EngineConfiguration

    /// - Precondition: both skip intervals and ``playbackSpeeds`` are greater than zero, ``reversePlaybackSpeeds`` less than zero.
    public init(
        navigationMode: NavigationMode = .smart(), backwardSkipInterval: Double = 10, forwardSkipInterval: Double = 10,
        playbackSpeeds: ClosedRange<Double> = 0.1...4, reversePlaybackSpeeds: ClosedRange<Double>? = -16 ... -0.1,
        minimumWindow: Double = StreamingConfiguration.defaultMinimumWindow, actionAtItemFailure: ActionAtItemFailure = .stay,
        allowsConstrainedNetworkAccess: Bool = true, networkRetry: NetworkRetry = .automatic,
        resumesAfterRouteBecomesUnavailable: Bool = false, pausesForInterruptions: Bool = true, preventsDisplaySleep: Bool = true,
        allowsExternalPlayback: Bool = true,
        userLanguages: [String] = UserLanguages.ofEnvironment,
        engine: EngineConfiguration = EngineConfiguration()
    ) {
        precondition(backwardSkipInterval > 0 && forwardSkipInterval > 0, "the skip intervals must be greater than zero")
        precondition(playbackSpeeds.lowerBound > 0, "forward playback speeds must be greater than zero")
        precondition(reversePlaybackSpeeds.map { $0.upperBound < 0 } != false, "reverse playback speeds must be less than zero")
        self.navigationMode = navigationMode
        self.backwardSkipInterval = backwardSkipInterval
        self.forwardSkipInterval = forwardSkipInterval
        self.playbackSpeeds = playbackSpeeds
        self.reversePlaybackSpeeds = reversePlaybackSpeeds
        self.minimumWindow = minimumWindow
        self.actionAtItemFailure = actionAtItemFailure
        self.allowsConstrainedNetworkAccess = allowsConstrainedNetworkAccess
        self.networkRetry = networkRetry
        self.resumesAfterRouteBecomesUnavailable = resumesAfterRouteBecomesUnavailable
        self.pausesForInterruptions = pausesForInterruptions
        self.preventsDisplaySleep = preventsDisplaySleep
        self.allowsExternalPlayback = allowsExternalPlayback
        self.userLanguages = userLanguages
        self.engine = engine
    }

    /// The engine's configuration for a player with these initial limits and preferences.
    func engine(limits: PlayerLimits, preferences: MediaPreferences) -> EngineConfiguration {
        var engine = engine
        if limits != .none { engine.streaming.limits = limits.quality(on: NetworkConditions()) }
        // Loading the right language from the first segment avoids a change after it.
        if engine.streaming.audioLanguages.isEmpty {
            engine.streaming.audioLanguages = preferences.audibleLanguages + userLanguages
        }
        return engine
    }

    /// The skip interval in seconds; always greater than zero.
    public func interval(forSkip direction: SkipDirection) -> Double {
        direction == .backward ? backwardSkipInterval : forwardSkipInterval
    }
}
