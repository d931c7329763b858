// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// A house ad: one's own film for breaks in streams, with when and to whom it may be shown.
public struct AdCampaign: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var businessID: String
    public var name: String
    /// Of a playlist, or of a film from which one is made.
    public var filmURL: String
    /// Seconds of the film.
    public var duration: Double
    /// Where it leads to.
    public var clickThrough: String?
    /// Seconds after which it may be skipped; nil: never.
    public var skipAfter: Double?
    public var startsAt: Date?
    /// Not with it.
    public var endsAt: Date?
    public var isPaused = false
    /// Lower numbers come first; the others only where these leave room.
    public var priority = 10
    /// Against others of the same priority; 0: never.
    public var weight = 1
    /// How often one viewer may see it; nil: as often as it comes.
    public var viewerCap: Int?
    /// Hours that ``viewerCap`` looks back on; nil: for ever.
    public var viewerCapHours: Int?
    /// How often all together may see it.
    public var totalCap: Int?
    /// `key=value`, or `key=!value` for one that must not be given: of each key one of the values.
    public var keyValues: [String] = []

    public init(id: String, businessID: String, name: String, filmURL: String, duration: Double) {
        self.id = id
        self.businessID = businessID
        self.name = name
        self.filmURL = filmURL
        self.duration = duration
    }

    enum CodingKeys: String, CodingKey {
        case id, name, duration, priority, weight
        case businessID = "business_id", filmURL = "film_url", clickThrough = "click_through", skipAfter = "skip_after"
        case startsAt = "starts_at", endsAt = "ends_at", isPaused = "paused", viewerCap = "viewer_cap"
        case viewerCapHours = "viewer_cap_hours", totalCap = "total_cap", keyValues = "key_values"
    }
}
