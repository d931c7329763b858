// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// A house ad: the business's own media for ad breaks in streams, with its schedule and targeting.
public struct AdCampaign: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The id of the business that owns it.
    public var businessID: String
    /// The name for its owners.
    public var name: String
    /// The URL of a playlist, or of a media file to convert into one.
    public var videoURL: String
    /// The ad's duration in seconds.
    public var duration: Double
    /// The click-through URL.
    public var clickThrough: String?
    /// Seconds until it can be skipped; nil means never.
    public var skipAfter: Double?
    /// The start of the campaign; nil means at once.
    public var startsAt: Date?
    /// The end of the campaign, exclusive.
    public var endsAt: Date?
    /// Whether it is suspended.
    public var isPaused = false
    /// Lower numbers come first; higher ones fill what is left.
    public var priority = 10
    /// The weight among campaigns of equal priority; 0 disables the campaign.
    public var weight = 1
    /// The maximum number of impressions per viewer; nil is unlimited.
    public var viewerCap: Int?
    /// The period of ``viewerCap`` in hours; nil is unlimited.
    public var viewerCapHours: Int?
    /// The maximum number of impressions in total.
    public var totalCap: Int?
    /// Targeting: `key=value`, or `key=!value` to exclude a value. For each key, one of its values must match.
    public var keyValues: [String] = []

    public init(id: String, businessID: String, name: String, videoURL: String, duration: Double) {
        self.id = id
        self.businessID = businessID
        self.name = name
        self.videoURL = videoURL
        self.duration = duration
    }

    enum CodingKeys: String, CodingKey {
        case id, name, duration, priority, weight
        case businessID = "business_id", videoURL = "video_url", clickThrough = "click_through", skipAfter = "skip_after"
        case startsAt = "starts_at", endsAt = "ends_at", isPaused = "paused", viewerCap = "viewer_cap"
        case viewerCapHours = "viewer_cap_hours", totalCap = "total_cap", keyValues = "key_values"
    }
}
