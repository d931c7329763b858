// SPDX-License-Identifier: Apache-2.0

public import WindowboxPlayer
public import WindowboxSources

/// The settings of a media controller.
public struct MediaControllerConfiguration: Sendable {
    /// Whether pausing plain live stops it, because it has no past to resume from.
    public var stopsLiveOnPause = true
    /// Whether video continues in the background; otherwise it pauses there, and resumes afterwards. Audio-only media always continues.
    public var backgroundVideoPlayback = false
    /// Whether playback resumes after a network failure, unless it was paused.
    public var resumesAfterRetry = true
    /// A start position within this many seconds of the end is replaced by the beginning.
    public var endTolerance = 0.0
    /// The same as a fraction of the duration, 0...1; the smaller of the two applies.
    public var endToleranceRatio = 0.0
    /// Seconds between requests to the service, at least 10.
    public var updateInterval = 30.0
    /// The speeds that can be selected.
    public var playbackRates = [0.5, 0.75, 1, 1.25, 1.5, 2]
    /// Playback up to this many seconds behind the live edge counts as live.
    public var liveTolerance = 30.0
    /// In seconds, greater than zero.
    public var skipInterval = 10.0
    public var texts = BlockingTexts.english
    /// Trackers of each media during playback; see ``MediaController/isTracked``.
    public var trackers: [TrackerAdapter<PlayerMetadata>] = []
    /// Returns a URL to play instead of the service's, such as that of a download. The service isn't queried about that media then.
    public var urlOverride: (@Sendable (_ urn: String) -> String?)?

    public init() {}

    /// The player configuration for a media controller: live streams with a window of less than 45 s count as plain live.
    public static var player: PlayerConfiguration { PlayerConfiguration(minimumWindow: 45) }
}
