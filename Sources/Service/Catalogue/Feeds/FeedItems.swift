// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// Makes a page's items of what was chosen. What is gone or withdrawn since is left out.
struct FeedItems {
    let connection: any SQLConnection
    /// Milliseconds.
    let now: Int64
    let known: DecodedDocuments<Video>
    let channels: AppChannels

    func items(_ entries: [FeedEntry], kind: FeedItemKind, for viewer: Viewer) throws -> [FeedItem] {
        kind == .playlist ? try playlists(entries.map(\.id)) : try videos(entries, for: viewer)
    }

    private func videos(_ entries: [FeedEntry], for viewer: Viewer) throws -> [FeedItem] {
        let ids = entries.map(\.id)
        let videos = try connection.resources(Video.self, ids: ids, known: known)
        let byID = Dictionary(videos.map { ($0.id, $0) }) { first, _ in first }
        let streams = try connection.liveStreams(ofVideos: ids)
        return entries.compactMap { entry in
            guard let video = byID[entry.id], let since = video.listedSince, Timestamp.milliseconds(since) <= now else { return nil }
            return .video(FeedVideo(video, stream: streams[entry.id], country: viewer.country), reason: entry.reason)
        }
    }

    private func playlists(_ ids: [String]) throws -> [FeedItem] {
        try connection.resources(Playlist.self, ids: ids).filter(\.isAvailable).map { playlist in
            let rows = try connection.rows(
                """
                SELECT p.video FROM playlist_item p JOIN indexed i ON i.video = p.video
                WHERE p.playlist = \(playlist.id) AND i.published <= \(now) \(channels.restriction(on: "p.video")) ORDER BY p.position
                """)
            let first = try rows.first.flatMap { try connection.resource(Video.self, id: $0.text(0)) }
            return .playlist(FeedPlaylist(id: playlist.id, name: playlist.name, posterURL: first?.posterURL, count: rows.count))
        }
    }
}

/// A page before it is told.
struct FilledPage: Sendable {
    var entries: [FeedEntry]
    var items: [FeedItem]
    var cursor: FeedCursor
    var kind: FeedItemKind

    func page(feed: String, number: Int, at now: Date) -> FeedPage {
        FeedPage(
            feedID: feed, type: kind, items: items, next: cursor.isAtEnd ? nil : "/v1/feeds/\(feed)?cursor=\(number + 1)",
            expiresAt: now.addingTimeInterval(FeedSession.idle))
    }
}
