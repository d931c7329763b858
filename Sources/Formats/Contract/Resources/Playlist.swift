// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// A playlist of a channel's videos, in an order that only its owner changes.
public struct Playlist: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The id of the channel that owns it.
    public var channelID: String
    /// The name for display.
    public var name: String
    /// The rank among the channel's playlists: of those for a viewer's cohort, the highest is chosen.
    public var position = 0
    /// Whether it is shown in feeds.
    public var enabled = true
    /// The target cohorts, as in ``Video/cohorts``.
    public var cohorts: [String: [String]] = [:]
    /// When it was archived; nil if it wasn't.
    public var archivedAt: Date?
    /// The videos in playback order.
    public var items: [PlaylistItem] = []

    public init(id: String, channelID: String, name: String) {
        self.id = id
        self.channelID = channelID
        self.name = name
    }

    /// Whether feeds may show it.
    public var isAvailable: Bool { enabled && archivedAt == nil }

    enum CodingKeys: String, CodingKey {
        case id, name, position, enabled, cohorts, items, channelID = "channel_id", archivedAt = "archived_at"
    }
}

/// A video of a playlist.
public struct PlaylistItem: Codable, Hashable, Sendable {
    /// The id of the video.
    public var videoID: String
    /// The playback position, from 0.
    public var position: Int

    public init(videoID: String, position: Int) {
        self.videoID = videoID
        self.position = position
    }

    enum CodingKeys: String, CodingKey { case videoID = "video_id", position }
}

/// An ordered group of playlists shown together.
public struct PlaylistGroup: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The id of the business that owns it.
    public var businessID: String
    /// The name for display.
    public var name: String
    /// The ids of its playlists, in order.
    public var playlistIDs: [String] = []

    public init(id: String, businessID: String, name: String) {
        self.id = id
        self.businessID = businessID
        self.name = name
    }

    enum CodingKeys: String, CodingKey { case id, name, businessID = "business_id", playlistIDs = "playlist_ids" }
}
