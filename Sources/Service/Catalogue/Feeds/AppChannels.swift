// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// The channels and videos that an app may show, in feeds and everywhere else.
///
/// An app of a business shows videos from all of its channels, or from those that the app allows. An app of the service itself shows videos
/// of every business, except those restricted to a business's own apps.
public struct AppChannels: Sendable {
    private enum Owner: Sendable {
        /// No app: the caller has checked what may be shown.
        case unbound
        case service
        case business(String)
    }

    private let owner: Owner
    /// Empty for all channels.
    private let allowed: [String]

    public init(_ app: ClientApp?) {
        owner = app.map { $0.businessID.map(Owner.business) ?? .service } ?? .unbound
        allowed = app?.allowedChannels ?? []
    }

    public func mayShow(_ channel: VideoChannel) -> Bool {
        guard channel.visibility.isListed, allowed.isEmpty || allowed.contains(channel.id) else { return false }
        return switch owner {
        case .unbound: true
        case .service: channel.visibility == .everyone
        case .business(let business): channel.businessID == business
        }
    }

    /// - Parameter channel: the video's own channel.
    public func mayShow(_ video: Video, of channel: VideoChannel) -> Bool {
        if case .service = owner, video.access != .everyone, video.access != .unlisted { return false }
        return mayShow(channel)
    }

    /// Whether the app may show what belongs to a business but not to a channel, such as a product or a playlist group.
    public func mayShow(business: String) -> Bool {
        if case .business(let own) = owner { business == own } else { true }
    }
}

/// The rules of ``AppChannels`` as database conditions.
struct ChannelCondition {
    private let channels: AppChannels
    /// The channels that videos may be in; nil for any.
    private let ids: [String]?
    /// The index list of videos for own apps only; nil if it isn't needed or doesn't exist.
    private let ownApps: Int64?
    private let known: DecodedDocuments<VideoChannel>?

    /// - Parameter known: a cache of decoded channels.
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
        // Most services have one business, and then there is nothing to exclude.
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

    /// The condition for videos of any channel.
    var anywhere: Condition {
        guard let ids else { return inside }
        return .all([.any(ids.map { .token(Token(.channel, $0)) }), inside])
    }

    /// The condition for videos of a channel that may be shown.
    var inside: Condition { ownApps == nil ? .every : .not(.token(Token(.ownApps))) }

    /// Whether the channel exists and the app may show it.
    func isOpen(_ channel: String, _ connection: any SQLConnection) throws -> Bool {
        try connection.readableResources(VideoChannel.self, ids: [channel], known: known).first.map(channels.mayShow) ?? false
    }

    /// The given videos that may be shown.
    func shown(_ videos: [Video], _ connection: any SQLConnection) throws -> [Video] {
        let found = try connection.readableResources(VideoChannel.self, ids: Array(Set(videos.map(\.channelID))), known: known)
        let byID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        return videos.filter { video in byID[video.channelID].map { channels.mayShow(video, of: $0) } ?? false }
    }

    func mayShow(business: String) -> Bool { channels.mayShow(business: business) }

    /// The additional SQL condition for the row `i` of `indexed`.
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
