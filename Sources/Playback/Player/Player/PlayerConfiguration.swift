// SPDX-License-Identifier: Apache-2.0

public import WindowboxEngine
import WindowboxStreaming

/// What a player is given once.
public struct PlayerConfiguration: Sendable {
    public var navigationMode: NavigationMode
    /// Seconds, above zero; fractions count.
    public var backwardSkipInterval: Double
    /// Seconds, above zero; fractions count.
    public var forwardSkipInterval: Double
    /// Speeds that on-demand items may be played at; within 0.05...20. 0.1...4 by default: beyond, speech is hard to follow, and few machines
    /// decode every picture of a film.
    public var playbackSpeeds: ClosedRange<Double>
    /// Speeds that pictures may be played backwards at, within -20 ... -0.05; nil for none. Without sound.
    public var reversePlaybackSpeeds: ClosedRange<Double>?
    /// Seconds of the past that a live stream must offer to count as one with a window (``StreamType/dvr``).
    public var minimumWindow: Double
    public var actionAtItemFailure: ActionAtItemFailure
    /// Without it nothing is loaded while the person has asked to save data: for decoration.
    public var allowsConstrainedNetworkAccess: Bool
    public var networkRetry: NetworkRetry
    /// Playing goes on, on another device, when the one that sound went to is gone; else it is paused.
    public var resumesAfterRouteBecomesUnavailable: Bool
    /// Playing is paused while the sound server wants something else heard alone, and goes on after it. Sound servers ask only
    /// outputs that have a role.
    public var pausesForInterruptions: Bool
    /// Playing may go over to a renderer in the network.
    public var allowsExternalPlayback: Bool
    /// The screen stays on while a picture plays, where someone sees to it.
    public var preventsDisplaySleep: Bool
    /// BCP 47, most wanted first: what the person reads and understands.
    public var userLanguages: [String]
    public var engine: EngineConfiguration

    /// - Precondition: both skip intervals and ``playbackSpeeds`` are above zero, ``reversePlaybackSpeeds`` below.
    public init(
        navigationMode: NavigationMode = .smart(), backwardSkipInterval: Double = 10, forwardSkipInterval: Double = 10,
        playbackSpeeds: ClosedRange<Double> = 0.1...4, reversePlaybackSpeeds: ClosedRange<Double>? = -16 ... -0.1,
        minimumWindow: Double = 0, actionAtItemFailure: ActionAtItemFailure = .stay,
        allowsConstrainedNetworkAccess: Bool = true, networkRetry: NetworkRetry = .automatic,
        resumesAfterRouteBecomesUnavailable: Bool = false, pausesForInterruptions: Bool = true, preventsDisplaySleep: Bool = true,
        allowsExternalPlayback: Bool = true,
        userLanguages: [String] = UserLanguages.ofEnvironment,
        engine: EngineConfiguration = EngineConfiguration()
    ) {
        precondition(backwardSkipInterval > 0 && forwardSkipInterval > 0, "a skip interval is above zero")
        precondition(playbackSpeeds.lowerBound > 0, "playing forwards has speeds above zero")
        precondition(reversePlaybackSpeeds.map { $0.upperBound < 0 } != false, "playing backwards has speeds below zero")
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

    /// For a player that begins with these limits and preferences.
    func engine(limits: PlayerLimits, preferences: MediaPreferences) -> EngineConfiguration {
        var engine = engine
        if limits != .none { engine.streaming.limits = limits.quality(on: NetworkConditions()) }
        // Loading in the right language from the first segment on spares a change after it.
        if engine.streaming.audioLanguages.isEmpty {
            engine.streaming.audioLanguages = preferences.audibleLanguages + userLanguages
        }
        return engine
    }

    /// Seconds, never negative.
    public func interval(forSkip direction: SkipDirection) -> Double {
        direction == .backward ? backwardSkipInterval : forwardSkipInterval
    }
}
