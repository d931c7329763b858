// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxRecommendation

/// Finds the next candidates of a stage.
struct FeedCandidates {
    let connection: any SQLConnection
    let viewer: Viewer
    let channels: ChannelCondition
    /// When the feed was created, in milliseconds. What was seen or published later doesn't change the feed.
    let feedCreatedAt: Int64
    /// In milliseconds: what was withdrawn by then is no longer in the feed.
    let now: Int64
    /// Whether recommendations are explained.
    var explains = false

    private var index: VideoIndex { VideoIndex(connection: connection) }
    private var unseen: VideoIndex.Unseen { VideoIndex.Unseen(guest: viewer.guestID, until: feedCreatedAt) }

    /// - Parameter limit: fewer are returned only at the end of the stage.
    func next(in stage: FeedPlan.Stage, from cursor: FeedCursor, limit: Int) throws -> [FeedCandidate] {
        switch stage {
        case .matching(let condition, let scope, let isUnseenOnly, let reason):
            return try index.videos(
                in: scope, condition, after: cursor.after, unseen: isUnseenOnly ? unseen : nil, feedCreatedAt: feedCreatedAt, now: now,
                limit: limit
            ).map { behind($0, reason, cursor) }
        case .replays(let condition, let scope, let reason):
            return try index.videos(
                in: scope, condition, after: cursor.after, unseen: nil, feedCreatedAt: feedCreatedAt, now: now, limit: limit
            )
            .map { behind($0, reason, cursor) }
        case .playlist(let playlist, let reason): return try videos(of: playlist, from: cursor, limit: limit, reason: reason)
        case .group(let group):
            let playlists = try connection.resource(PlaylistGroup.self, id: group)?.playlistIDs ?? []
            let open = try connection.resources(Playlist.self, ids: playlists).filter { playlist in
                try playlist.isAvailable && channels.isOpen(playlist.channelID, connection)
            }
            return numbered(open.map(\.id), .playlist, cursor, limit)
        case .fixed(let ids, let reason): return try numbered(available(ids), reason, cursor, limit)
        case .similar, .recommended:
            var cursor = cursor
            if cursor.ranking == nil { try rank(stage, &cursor) }
            return numbered(cursor.ranking ?? [], stage.isSimilar ? .similar : .discover, cursor, limit)
        }
    }

    private func rank(_ stage: FeedPlan.Stage, _ cursor: inout FeedCursor) throws {
        switch stage {
        case .similar(let channel, let condition):
            cursor.ranking = try Similarity(connection: connection, unseen: unseen, feedCreatedAt: feedCreatedAt, now: now)
                .videos(likeSeenIn: channel, among: condition)
        case .recommended(let condition):
            let found = try PersonalRanking(connection: connection, unseen: unseen, feedCreatedAt: feedCreatedAt, now: now).recommendations(
                among: condition)
            cursor.ranking = found.map(\.id)
            guard explains else { return }
            cursor.explanations = Dictionary(found.map { ($0.id, FeedExplanation($0)) }) { first, _ in first }
        default: break
        }
    }

    private func behind(_ position: VideoIndex.Position, _ reason: FeedReason, _ cursor: FeedCursor) -> FeedCandidate {
        var cursor = cursor
        cursor.after = position
        return FeedCandidate(entry: FeedEntry(id: position.video, reason: reason), behind: cursor)
    }

    private func numbered(_ ids: [String], _ reason: FeedReason, _ cursor: FeedCursor, _ limit: Int) -> [FeedCandidate] {
        ids.enumerated().dropFirst(cursor.offset).prefix(limit).map { offset, id in
            var cursor = cursor
            cursor.offset = offset + 1
            let entry = FeedEntry(id: id, reason: reason, explanation: cursor.explanations?[id])
            return FeedCandidate(entry: entry, behind: cursor)
        }
    }

    /// The available videos of the playlist, in its order.
    private func videos(of playlist: String, from cursor: FeedCursor, limit: Int, reason: FeedReason) throws -> [FeedCandidate] {
        guard try connection.resource(Playlist.self, id: playlist)?.isAvailable == true else { return [] }
        let rows = try connection.rows(
            """
            SELECT p.position, p.video FROM playlist_item p JOIN indexed i ON i.video = p.video
            WHERE p.playlist = \(playlist) AND p.position >= \(cursor.offset) AND i.published <= \(feedCreatedAt)
            AND \(VideoIndex.isAvailable("p.video", at: now)) \(channels.restriction)
            ORDER BY p.position LIMIT \(limit)
            """)
        return rows.map { row in
            var cursor = cursor
            cursor.offset = Int(row.integer(0)) + 1
            return FeedCandidate(entry: FeedEntry(id: row.text(1), reason: reason), behind: cursor)
        }
    }

    /// The available videos among the given ids of videos or live streams, as video ids. This includes unlisted videos, because knowing the
    /// id is like having the link.
    func available(_ ids: [String]) throws -> [String] {
        let streams = try connection.resources(LiveStream.self, ids: ids)
        let videos = ids.map { id in streams.first { $0.id == id }?.videoID ?? id }
        let rows = try connection.rows(
            """
            SELECT i.video FROM indexed i WHERE i.video IN \(SQL.list(videos.map(SQLValue.text))) AND i.published <= \(feedCreatedAt)
            AND \(VideoIndex.isAvailable("i.video", at: now)) \(channels.restriction)
            """)
        var found = Set(rows.map { $0.text(0) })
        let rest = try connection.readableResources(Video.self, ids: videos.filter { !found.contains($0) }).filter { video in
            video.access == .unlisted && !video.isProtected && video.visibility(at: Timestamp.date(now)).isAvailable
        }
        found.formUnion(try channels.shown(rest, connection).map(\.id))
        return videos.filter(found.contains)
    }
}

extension FeedPlan.Stage {
    fileprivate var isSimilar: Bool { if case .similar = self { true } else { false } }
}
