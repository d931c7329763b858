// SPDX-License-Identifier: Apache-2.0

/// A break of a stitched stream, in seconds of the stream.
public struct StreamBreak: Hashable, Sendable {
    /// An ad of the break.
    public struct Ad: Hashable, Sendable {
        /// Identifies the ad within the stream.
        public var id: String
        /// In seconds.
        public var duration: Double
        /// Whether it is a bumper: a short clip that announces the ads or follows them.
        public var isBumper: Bool
        /// Whether it is a slate, which fills the break and isn't an ad.
        public var isSlate: Bool
        /// Seconds after which it can be skipped.
        public var skipOffset: Double?

        public init(id: String, duration: Double, isBumper: Bool = false, isSlate: Bool = false, skipOffset: Double? = nil) {
            self.id = id
            self.duration = duration
            self.isBumper = isBumper
            self.isSlate = isSlate
            self.skipOffset = skipOffset
        }
    }

    /// Identifies the break within the stream.
    public var id: String
    /// Seconds of the stream.
    public var start: Double
    /// The ads in playing order, with bumpers and slates.
    public var ads: [Ad]

    public init(id: String, start: Double, ads: [Ad]) {
        self.id = id
        self.start = start
        self.ads = ads
    }

    /// In seconds: the sum of its ads.
    public var duration: Double { ads.reduce(0) { $0 + $1.duration } }
    /// The first moment after the break, in seconds of the stream.
    public var end: Double { start + duration }
    /// The number of ads shown to viewers, without slates.
    public var total: Int { ads.count { !$0.isSlate } }
}

/// Ad events of a stream, in order of occurrence.
public enum StreamAdEvent: Hashable, Sendable {
    /// The playlist has been loaded.
    case streamLoaded
    /// The first frame of the stream was shown.
    case streamStarted
    /// The breaks of the stream are known or have changed.
    case cuepointsChanged([StreamCuepoint])
    /// Only the first time a break is watched.
    case adBreakStarted(StreamPodInfo)
    /// The end of a break.
    case adBreakEnded(StreamPodInfo)
    /// Each transition from content to ads or slate, and back.
    case adPeriodStarted(StreamPodInfo)
    /// The end of a period of ads or slate.
    case adPeriodEnded(StreamPodInfo)
    /// An ad is about to play.
    case loaded(ad: String)
    /// An ad has started.
    case started(ad: String, StreamPodInfo)
    /// A quarter of the ad has played.
    case firstQuartile(ad: String)
    /// Half of the ad has played.
    case midpoint(ad: String)
    /// Three quarters of the ad have played.
    case thirdQuartile(ad: String)
    /// The ad was played to its end.
    case complete(ad: String)
    /// The viewer skipped the ad.
    case skipped(ad: String)
    /// Playback paused during the ad.
    case paused(ad: String)
    /// Playback resumed during the ad.
    case resumed(ad: String)
    /// The viewer clicked the ad.
    case clicked(ad: String)
    /// The viewer clicked an icon of the ad.
    case iconTapped(ad: String)
    /// An icon's fallback image was closed; playback resumes.
    case iconFallbackImageClosed(ad: String)
    /// All ads of a recorded stream have been played.
    case allAdsCompleted
    /// There are no ads, for this reason.
    case failed(StreamFailure)
    /// The content plays without ads instead.
    case backupStarted
}

/// The position of an ad in its break.
public struct StreamPodInfo: Hashable, Sendable {
    /// 0 for the pre-roll, from 1 for mid-rolls, -1 for the post-roll; -2 in live streams.
    public var podIndex: Int
    /// Counted from 1; 0 for slate.
    public var adPosition: Int
    /// The number of ads in the break, without slates.
    public var totalAds: Int
    /// Whether the ad is a bumper.
    public var isBumper: Bool
    /// Start of the break, in content seconds.
    public var timeOffset: Double
    /// Duration of the break in seconds.
    public var maxDuration: Double
}

/// Why there are no ads, with codes known to apps.
public struct StreamFailure: Error, Hashable, Sendable {
    /// The code that apps compare.
    public let code: Int
    /// The cause and what happens next, in English.
    public let message: String

    private init(_ code: Int, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The service didn't answer in time.
    public static let loadTimeout = StreamFailure(301, "the stream's service did not answer in time; playing the stream without ads")
    /// The stitched stream can't be played.
    public static let playing = StreamFailure(400, "the stitched stream can't be played; playing the stream without ads")
    /// The stitched stream didn't arrive in time.
    public static let mediaTimeout = StreamFailure(402, "the stitched stream did not arrive in time; playing the stream without ads")
    /// The service refused the request.
    public static let request = StreamFailure(1005, "the stream's service refused the request; check its keys and parameters")
    /// The service's response is invalid.
    public static let response = StreamFailure(1010, "the stream's service sent an invalid response; check its address")
    /// The service can't be reached.
    public static let network = StreamFailure(1012, "the stream's service can't be reached; check the network")
    /// The stitched stream didn't start.
    public static let initialisation = StreamFailure(1020, "the stitched stream did not start; playing the stream without ads")
}
