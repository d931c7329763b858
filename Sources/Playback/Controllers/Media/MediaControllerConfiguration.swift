// SPDX-License-Identifier: Apache-2.0

public import WindowboxPlayer
public import WindowboxSources

/// What a media controller is given once.
public struct MediaControllerConfiguration: Sendable {
    /// Pausing plain live stops it, so that nobody plays a past that is not there.
    public var stopsLiveOnPause = true
    /// Video plays on while the application is not seen; else it pauses, and plays on afterwards. Sound always plays on.
    public var backgroundVideoPlayback = false
    /// Playing goes on after the network was away if it was wanted.
    public var resumesAfterRetry = true
    /// A media that is to start within so many seconds of its end starts at its beginning.
    public var endTolerance = 0.0
    /// The same as a share of its duration, 0...1; the smaller of both counts.
    public var endToleranceRatio = 0.0
    /// Seconds between two questions to the service; below 10 counts as 10.
    public var updateInterval = 30.0
    /// Speeds that can be asked for.
    public var playbackRates = [0.5, 0.75, 1, 1.25, 1.5, 2]
    /// Seconds behind the edge of a window that count as live.
    public var liveTolerance = 30.0
    /// Seconds, above zero.
    public var skipInterval = 10.0
    public var texts = BlockingTexts.english
    /// Follow each media while it plays; see ``MediaController/isTracked``.
    public var trackers: [TrackerAdapter<PlayerMetadata>] = []
    /// Gives the address of a stream to be played in place of what the service would name, such as a download. The service is not
    /// asked about that media then.
    public var urlOverride: (@Sendable (_ urn: String) -> String?)?

    public init() {}

    /// How a player is set up for a media controller: a live stream that offers less than 45 s of the past is plain live.
    public static var player: PlayerConfiguration { PlayerConfiguration(minimumWindow: 45) }
}
