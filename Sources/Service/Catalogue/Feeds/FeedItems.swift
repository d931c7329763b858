// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// Converts chosen entries to a page's items, without those that were deleted or withdrawn since.
struct FeedItems {
    let connection: any SQLConnection
    let now: Date
    let known: DecodedDocuments<Video>
    let channels: ChannelCondition
    /// Whether unlisted videos may be among the entries, because the viewer named them.
    let isNamed: Bool

    func items(_ entries: [FeedEntry], kind: FeedItemKind, for viewer: Viewer) throws -> [FeedItem] {
        kind == .playlist ? try playlists(entries.map(\.id)) : try videos(entries, for: viewer)
    }

    private func videos(_ entries: [FeedEntry], for viewer: Viewer) throws -> [FeedItem] {
        let ids = entries.map(\.id)
        let byID = try shown(ids, isNamed: isNamed)
        let links = try connection.liveStreams(ofVideos: ids)
        let streams = links.streams
        let trailers = try shown(streams.values.filter { $0.status == .idle }.compactMap(\.trailerVideoID), isNamed: true)
        return entries.compactMap { entry in
            // A stream whose record can't be read may have an access code.
            guard let video = byID[entry.id], links.damaged[entry.id] == nil else { return nil }
            let stream = streams[entry.id]
            let trailer = stream?.trailerVideoID.flatMap { trailers[$0] }
            return .video(
                FeedVideo(video, stream: stream, trailer: trailer, country: viewer.country), reason: entry.reason,
                explanation: entry.explanation)
        }
    }

    /// The videos that the viewer may see now, by id.
    private func shown(_ ids: [String], isNamed: Bool) throws -> [String: Video] {
        let videos = try connection.readableResources(Video.self, ids: ids, known: known).filter { video in
            let visibility = video.visibility(at: now)
            return isNamed ? visibility.isAvailable && !video.isProtected : visibility.isListed
        }
        return Dictionary(try channels.shown(videos, connection).map { ($0.id, $0) }) { first, _ in first }
    }

    private func playlists(_ ids: [String]) throws -> [FeedItem] {
        let time = Timestamp.milliseconds(now)
        let open = try connection.readableResources(Playlist.self, ids: ids).filter { playlist in
            try playlist.isAvailable && channels.isOpen(playlist.channelID, connection)
        }
        return try open.map { playlist in
            let rows = try connection.rows(
                """
                SELECT p.video FROM playlist_item p JOIN indexed i ON i.video = p.video
                WHERE p.playlist = \(playlist.id) AND i.published <= \(time) AND \(VideoIndex.isAvailable("p.video", at: time))
                \(channels.restriction) ORDER BY p.position
                """)
            let first = try rows.first.flatMap { try connection.readableResource(Video.self, id: $0.text(0)) }
            return .playlist(FeedPlaylist(id: playlist.id, name: playlist.name, posterURL: first?.posterURL, count: rows.count))
        }
    }
}

/// A page before it is returned.
struct FilledPage: Sendable {
    var entries: [FeedEntry]
    var items: [FeedItem]
    var cursor: FeedCursor
    var kind: FeedItemKind

    func page(feed: String, number: Int, at now: Date) -> FeedPage {
        FeedPage(
            feedID: feed, type: kind, items: items,
            next: cursor.isAtEnd ? nil : APIRoute.path("feedPage", feed, query: ["cursor": "\(number + 1)"]),
            expiresAt: now.addingTimeInterval(FeedSession.idle))
    }
}
