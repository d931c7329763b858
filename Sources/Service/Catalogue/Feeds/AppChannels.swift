// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// The channels and videos that an app may show, whatever a feed or an answer is made of.
///
/// An app of a business shows what that business has, of all its channels or of those that the app allows. An app of the service itself
/// shows every business's, except what is for a business's own apps.
public struct AppChannels: Sendable {
    private enum Owner: Sendable {
        /// No app: whoever asks has checked what may be shown.
        case unbound
        case service
        case business(String)
    }

    private let owner: Owner
    /// Empty: all.
    private let allowed: [String]

    public init(_ app: ClientApp?) {
        owner = app.map { $0.businessID.map(Owner.business) ?? .service } ?? .unbound
        allowed = app?.allowedChannels ?? []
    }

    public func mayShow(_ channel: VideoChannel) -> Bool {
        guard channel.visibility.isPublic, allowed.isEmpty || allowed.contains(channel.id) else { return false }
        return switch owner {
        case .unbound: true
        case .service: channel.visibility == .everyone
        case .business(let business): channel.businessID == business
        }
    }

    /// - Parameter channel: the video's own.
    public func mayShow(_ video: Video, of channel: VideoChannel) -> Bool {
        if case .service = owner, video.access != .everyone { return false }
        return mayShow(channel)
    }

    /// Whether the app may show what belongs to a business and to no channel of it, such as a product or a group of playlists.
    public func mayShow(business: String) -> Bool {
        if case .business(let own) = owner { business == own } else { true }
    }
}

/// The same as the database is asked for it.
struct ChannelCondition {
    private let channels: AppChannels
    /// Channels that videos may be of; nil: any.
    private let ids: [String]?
    /// The list of what is for a business's own apps; nil where that doesn't matter or there is none.
    private let ownApps: Int64?
    private let known: DecodedDocuments<VideoChannel>?

    /// - Parameter known: channels that need not be read again.
    init(_ app: ClientApp?, known: DecodedDocuments<VideoChannel>? = nil, _ connection: any SQLConnection) throws {
        channels = AppChannels(app)
        self.known = known
        let allowed = app?.allowedChannels ?? []
        let isOfService = app != nil && app?.businessID == nil
        ownApps = isOfService ? try VideoIndex(connection: connection).number(Token(.ownApps), in: VideoIndex.everywhere) : nil
        guard let business = app?.businessID else {
            ids = allowed.isEmpty ? nil : allowed
            return
        }
        // Most services have one business, and then there is nothing to leave out.
        let isAlone = try connection.rows(
            "SELECT 1 FROM resource WHERE kind = \(VideoChannel.kind) AND (parent < \(business) OR parent > \(business)) LIMIT 1"
        ).isEmpty
        if isAlone {
            ids = allowed.isEmpty ? nil : allowed
            return
        }
        let own = try connection.rows(
            "SELECT id FROM resource WHERE kind = \(VideoChannel.kind) AND parent = \(business) ORDER BY created, id"
        )
        .map { $0.text(0) }
        ids = allowed.isEmpty ? own : own.filter(Set(allowed).contains)
    }

    /// What a video of any channel must have.
    var anywhere: Condition {
        guard let ids else { return inside }
        return .all([.any(ids.map { .token(Token(.channel, $0)) }), inside])
    }

    /// What a video of a channel that may be shown must have.
    var inside: Condition { ownApps == nil ? .every : .not(.token(Token(.ownApps))) }

    /// Whether the channel is there, and the app may show it.
    func isOpen(_ channel: String, _ connection: any SQLConnection) throws -> Bool {
        try connection.readableResources(VideoChannel.self, ids: [channel], known: known).first.map(channels.mayShow) ?? false
    }

    /// Those of some videos that may be shown.
    func shown(_ videos: [Video], _ connection: any SQLConnection) throws -> [Video] {
        let found = try connection.readableResources(VideoChannel.self, ids: Array(Set(videos.map(\.channelID))), known: known)
        let byID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        return videos.filter { video in byID[video.channelID].map { channels.mayShow(video, of: $0) } ?? false }
    }

    func mayShow(business: String) -> Bool { channels.mayShow(business: business) }

    /// What a statement says besides of the row `i` of `indexed`.
    var restriction: SQL {
        var parts: [SQL] = [""]
        if let ids {
            parts.append(
                """
                EXISTS (SELECT 1 FROM resource r WHERE r.kind = \(Video.kind) AND r.id = i.video
                AND r.parent IN \(SQL.list(ids.map(SQLValue.text))))
                """)
        }
        if let ownApps {
            parts.append(
                "NOT EXISTS (SELECT 1 FROM posting q WHERE q.token = \(ownApps) AND q.published = i.published AND q.video = i.video)")
        }
        return SQL.joined(parts, by: " AND ")
    }
}
