// SPDX-License-Identifier: Apache-2.0

/// Ads of the operator's own, when and to whom they may be shown.
public struct HouseCampaign: Hashable, Sendable, Codable {
    public struct Film: Hashable, Sendable, Codable {
        public var id: String
        public var title: String
        /// Seconds.
        public var duration: Double
        /// A film, or a playlist.
        public var url: String
        /// A media type.
        public var type: String
        public var width: Int?
        public var height: Int?
        /// In kbit/s.
        public var bitrate: Int?
        public var clickThrough: String?
        public var skipOffset: Double?
        /// Against the campaign's other films.
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
        /// Seconds; nil for ever.
        public var period: Double?

        public init(count: Int, period: Double? = nil) {
            self.count = count
            self.period = period
        }
    }

    public var id: String
    public var advertiser: String?
    public var category: String?
    public var films: [Film]
    /// Seconds since 1970, the end not with it.
    public var starts: Double?
    public var ends: Double?
    public var isPaused = false
    /// Lower numbers come first; the others only where these leave room.
    public var priority = 10
    /// Against others of the same priority.
    public var weight = 1
    /// For one viewer.
    public var viewerCaps: [Cap] = []
    /// For all together.
    public var totalCaps: [Cap] = []
    /// For each key one of the values must be given; a value that begins with `!` must not.
    public var targeting: [String: [String]] = [:]

    public init(id: String, films: [Film]) {
        self.id = id
        self.films = films
    }
}

/// What a place asks for.
public struct HouseRequest: Hashable, Sendable {
    /// Key values, each with one or several values.
    public var keyValues: [String: Set<String>]
    /// Seconds for all ads together.
    public var duration: Double
    public var maximumAds: Int
    /// Nil for one who is not known: caps for one viewer can't hold then.
    public var viewer: String?
    /// What makes the choice among equals: the same gives the same.
    public var chance: UInt64

    public init(
        keyValues: [String: Set<String>] = [:], duration: Double = 30, maximumAds: Int = 1, viewer: String? = nil, chance: UInt64 = 0
    ) {
        self.keyValues = keyValues
        self.duration = duration
        self.maximumAds = maximumAds
        self.viewer = viewer
        self.chance = chance
    }
}
