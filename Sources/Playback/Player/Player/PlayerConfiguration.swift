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
    /// Speeds that on-demand items may be played at; within the engine's 0.05...20.
    public var playbackSpeeds: ClosedRange<Double>
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

    /// - Precondition: both skip intervals are above zero.
    public init(
        navigationMode: NavigationMode = .smart(), backwardSkipInterval: Double = 10, forwardSkipInterval: Double = 10,
        playbackSpeeds: ClosedRange<Double> = 0.1...2, minimumWindow: Double = 0, actionAtItemFailure: ActionAtItemFailure = .stay,
        allowsConstrainedNetworkAccess: Bool = true, networkRetry: NetworkRetry = .automatic,
        resumesAfterRouteBecomesUnavailable: Bool = false, pausesForInterruptions: Bool = true, preventsDisplaySleep: Bool = true,
        allowsExternalPlayback: Bool = true,
        userLanguages: [String] = UserLanguages.ofEnvironment,
        engine: EngineConfiguration = EngineConfiguration()
    ) {
        precondition(backwardSkipInterval > 0 && forwardSkipInterval > 0, "a skip interval is above zero")
        self.navigationMode = navigationMode
        self.backwardSkipInterval = backwardSkipInterval
        self.forwardSkipInterval = forwardSkipInterval
        self.playbackSpeeds = playbackSpeeds
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

    /// Seconds, never negative.
    public func interval(forSkip direction: SkipDirection) -> Double {
        direction == .backward ? backwardSkipInterval : forwardSkipInterval
    }
}
