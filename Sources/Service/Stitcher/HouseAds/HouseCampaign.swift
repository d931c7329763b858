// SPDX-License-Identifier: Apache-2.0

/// A campaign of the operator's own ads, with its schedule and targeting.
public struct HouseCampaign: Hashable, Sendable, Codable {
    public struct Creative: Hashable, Sendable, Codable {
        public var id: String
        public var title: String
        /// In seconds.
        public var duration: Double
        /// The URL of a media file or playlist.
        public var url: String
        /// A media type.
        public var type: String
        public var width: Int?
        public var height: Int?
        /// In kbit/s.
        public var bitrate: Int?
        public var clickThrough: String?
        public var skipOffset: Double?
        /// Relative to the campaign's other creatives.
        public var weight: Int

        public init(id: String, title: String, duration: Double, url: String, type: String = "video/mp4", weight: Int = 1) {
            self.id = id
            self.title = title
            self.duration = duration
            self.url = url
            self.type = type
            self.weight = weight
        }
    }

    public struct Cap: Hashable, Sendable, Codable {
        public var count: Int
        /// In seconds; nil for unlimited.
        public var period: Double?

        public init(count: Int, period: Double? = nil) {
            self.count = count
            self.period = period
        }
    }

    public var id: String
    public var advertiser: String?
    public var category: String?
    public var creatives: [Creative]
    /// Seconds since 1970, excluding the end.
    public var starts: Double?
    public var ends: Double?
    public var isPaused = false
    /// Lower numbers come first; others only fill the remaining time.
    public var priority = 10
    /// Relative to other campaigns of the same priority.
    public var weight = 1
    /// Per viewer.
    public var viewerCaps: [Cap] = []
    /// For all viewers together.
    public var totalCaps: [Cap] = []
    /// For each key, one of the values must be present; a value that begins with `!` must be absent.
    public var targeting: [String: [String]] = [:]

    public init(id: String, creatives: [Creative]) {
        self.id = id
        self.creatives = creatives
    }
}

/// A request for house ads.
public struct HouseRequest: Hashable, Sendable {
    /// Targeting keys with one or more values.
    public var keyValues: [String: Set<String>]
    /// The duration for all ads together in seconds.
    public var duration: Double
    public var maximumAds: Int
    /// Nil for an unknown viewer, to whom per-viewer caps can't apply.
    public var viewer: String?
    /// The random seed: the same seed gives the same choice.
    public var randomSeed: UInt64

    public init(
        keyValues: [String: Set<String>] = [:], duration: Double = 30, maximumAds: Int = 1, viewer: String? = nil, randomSeed: UInt64 = 0
    ) {
        self.keyValues = keyValues
        self.duration = duration
        self.maximumAds = maximumAds
        self.viewer = viewer
        self.randomSeed = randomSeed
    }
}
