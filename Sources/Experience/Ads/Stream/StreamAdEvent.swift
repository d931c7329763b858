// SPDX-License-Identifier: Apache-2.0

/// A break of a stitched stream, in seconds of the stream.
public struct StreamBreak: Hashable, Sendable {
    public struct Ad: Hashable, Sendable {
        public var id: String
        public var duration: Double
        public var isBumper: Bool
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

    public var id: String
    public var start: Double
    public var ads: [Ad]

    public init(id: String, start: Double, ads: [Ad]) {
        self.id = id
        self.start = start
        self.ads = ads
    }

    public var duration: Double { ads.reduce(0) { $0 + $1.duration } }
    public var end: Double { start + duration }
    /// The number of ads shown to viewers, without slates.
    public var total: Int { ads.count { !$0.isSlate } }
}

/// Ad events of a stream, in order of occurrence.
public enum StreamAdEvent: Hashable, Sendable {
    /// The playlist has been loaded.
    case streamLoaded
    case streamStarted
    case cuepointsChanged([StreamCuepoint])
    /// Only the first time a break is watched.
    case adBreakStarted(StreamPodInfo)
    case adBreakEnded(StreamPodInfo)
    /// Each transition from content to ads or slate, and back.
    case adPeriodStarted(StreamPodInfo)
    case adPeriodEnded(StreamPodInfo)
    case loaded(ad: String)
    case started(ad: String, StreamPodInfo)
    case firstQuartile(ad: String)
    case midpoint(ad: String)
    case thirdQuartile(ad: String)
    case complete(ad: String)
    case skipped(ad: String)
    case paused(ad: String)
    case resumed(ad: String)
    case clicked(ad: String)
    case iconTapped(ad: String)
    /// An icon's fallback image was closed; playback resumes.
    case iconFallbackImageClosed(ad: String)
    case allAdsCompleted
    case failed(StreamFailure)
    case backupStarted
}

/// The position of an ad in its break.
public struct StreamPodInfo: Hashable, Sendable {
    /// 0 for the pre-roll, from 1 for mid-rolls, -1 for the post-roll; -2 in live streams.
    public var podIndex: Int
    /// Counted from 1; 0 for slate.
    public var adPosition: Int
    public var totalAds: Int
    public var isBumper: Bool
    /// Start of the break, in content seconds.
    public var timeOffset: Double
    /// Duration of the break in seconds.
    public var maxDuration: Double
}

/// Why there are no ads, with codes known to apps.
public struct StreamFailure: Error, Hashable, Sendable {
    public let code: Int
    public let message: String

    private init(_ code: Int, _ message: String) {
        self.code = code
        self.message = message
    }

    public static let loadTimeout = StreamFailure(301, "the stream's service did not answer in time; playing the stream without ads")
    public static let playing = StreamFailure(400, "the stitched stream can't be played; playing the stream without ads")
    public static let mediaTimeout = StreamFailure(402, "the stitched stream did not arrive in time; playing the stream without ads")
    public static let request = StreamFailure(1005, "the stream's service refused the request; check its keys and parameters")
    public static let response = StreamFailure(1010, "the stream's service sent an invalid response; check its address")
    public static let network = StreamFailure(1012, "the stream's service can't be reached; check the network")
    public static let initialisation = StreamFailure(1020, "the stitched stream did not start; playing the stream without ads")
}
