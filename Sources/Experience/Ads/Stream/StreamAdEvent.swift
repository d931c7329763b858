// SPDX-License-Identifier: Apache-2.0

/// A break of a stitched stream as the player is told of it, in seconds of the stream.
public struct StreamBreak: Hashable, Sendable {
    public struct Ad: Hashable, Sendable {
        public var id: String
        public var duration: Double
        public var isBumper: Bool
        public var isSlate: Bool
        /// Seconds after which it may be skipped.
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
    /// What is counted for people: slate is none.
    public var total: Int { ads.count { !$0.isSlate } }
}

/// What happens to the ads of a stream, in the order it happens.
public enum StreamAdEvent: Hashable, Sendable {
    /// The playlist is there.
    case streamLoaded
    case streamStarted
    case cuepointsChanged([StreamCuepoint])
    /// Only the first time that a break is watched.
    case adBreakStarted(StreamPodInfo)
    case adBreakEnded(StreamPodInfo)
    /// Each time that playing goes from content to ads or slate, and back.
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
    /// What stood in the place of an icon's page went; playing goes on.
    case iconFallbackImageClosed(ad: String)
    case allAdsCompleted
    case failed(StreamFailure)
    case backupStarted
}

/// Where in a break an ad is.
public struct StreamPodInfo: Hashable, Sendable {
    /// 0 before the content, from 1 inside, -1 behind it; -2 in live streams.
    public var podIndex: Int
    /// From 1; 0 for slate.
    public var adPosition: Int
    public var totalAds: Int
    public var isBumper: Bool
    /// Of the break, in content seconds.
    public var timeOffset: Double
    /// Of the break, in seconds.
    public var maxDuration: Double
}

/// Why there are no ads, by the codes that apps know.
public struct StreamFailure: Error, Hashable, Sendable {
    public let code: Int
    public let message: String

    private init(_ code: Int, _ message: String) {
        self.code = code
        self.message = message
    }

    public static let loadTimeout = StreamFailure(301, "the stream's service did not answer in time; the stream without ads plays")
    public static let playing = StreamFailure(400, "the stitched stream can't be played; the stream without ads plays")
    public static let mediaTimeout = StreamFailure(402, "the stitched stream did not come in time; the stream without ads plays")
    public static let request = StreamFailure(1005, "the stream's service refused the request; check its keys and parameters")
    public static let response = StreamFailure(1010, "the stream's service gave an answer that is none; check its address")
    public static let network = StreamFailure(1012, "the stream's service can't be reached; check the network")
    public static let initialisation = StreamFailure(1020, "the stitched stream did not begin; the stream without ads plays")
}
