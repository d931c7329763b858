// SPDX-License-Identifier: Apache-2.0

public import WindowboxPlayer
public import WindowboxSources

/// The settings of a media controller.
public struct MediaControllerConfiguration: Sendable {
    /// Whether pausing stops a live stream without a DVR window, which can't resume from where it was.
    public var stopsLiveOnPause = true
    /// Whether video continues while the application is in the background; otherwise it pauses, and resumes afterwards. Audio always
    /// continues.
    public var backgroundVideoPlayback = false
    /// Whether playback resumes when the network is available again.
    public var resumesAfterRetry = true
    /// If the start position is less than this many seconds before the end, playback starts at the beginning.
    public var endTolerance = 0.0
    /// The same tolerance as a share of the duration, 0...1. The smaller tolerance applies.
    public var endToleranceRatio = 0.0
    /// Seconds between requests to the service; at least 10.
    public var updateInterval = 30.0
    /// The speeds that a user can select.
    public var playbackRates = [0.5, 0.75, 1, 1.25, 1.5, 2]
    /// The distance in seconds from the edge of a DVR window that still counts as live.
    public var liveTolerance = 30.0
    /// Seconds to skip by; above 0.
    public var skipInterval = 10.0
    /// Messages about blocked content; English by default.
    public var texts = BlockingTexts.english
    /// Trackers for every media item; see ``MediaController/isTracked``.
    public var trackers: [TrackerAdapter<PlayerMetadata>] = []
    /// Returns a URL to play instead of the service's, such as that of a download; nil uses the service. With a URL, the service is not
    /// asked about that media item.
    public var urlOverride: (@Sendable (_ urn: String) -> String?)?

    public init() {}

    /// The player configuration for a media controller: live streams with less than 45 s of DVR window count as live without one.
    public static var player: PlayerConfiguration { PlayerConfiguration(minimumWindow: 45) }
}
