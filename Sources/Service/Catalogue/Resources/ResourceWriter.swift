// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// Writes a resource and everything derived from it.
struct ResourceWriter {
    let connection: any SQLConnection

    func save<Resource: StoredResource>(_ resource: Resource, at now: Date) throws {
        let before = try (resource as? VideoChannel).flatMap { try connection.readableResource(VideoChannel.self, id: $0.id) }
        let video = try (resource as? Video).flatMap { try connection.readableResource(Video.self, id: $0.id) }
        guard
            let number = try insert(
                resource, at: now,
                orElse: "DO UPDATE SET parent = excluded.parent, link = excluded.link, document = excluded.document")
        else { throw CatalogueError.malformed(Resource.kind) }
        try follow(resource, number: number, before: before)
        try tell(resource, before: video, at: now)
    }

    /// - Returns: false if it exists already.
    func add<Resource: StoredResource>(_ resource: Resource, at now: Date) throws -> Bool {
        guard let number = try insert(resource, at: now, orElse: "DO NOTHING") else { return false }
        try follow(resource, number: number, before: nil)
        try tell(resource, before: nil, at: now)
        return true
    }

    private func tell<Resource: StoredResource>(_ resource: Resource, before: Video?, at now: Date) throws {
        guard let video = resource as? Video else { return }
        let business = try connection.parent(of: VideoChannel.self, id: video.channelID)
        try WebhookOutbox(connection: connection).tell(video, before: before, business: business, at: now)
    }

    private func insert<Resource: StoredResource>(_ resource: Resource, at now: Date, orElse: SQL) throws -> Int64? {
        let made = Timestamp.milliseconds(now)
        return try connection.rows(
            """
            INSERT INTO resource (kind, id, parent, link, created, document)
            VALUES (\(Resource.kind), \(resource.id), \(resource.parentID), \(resource.linkID), \(made), \(try ContractJSON.text(resource)))
            ON CONFLICT (kind, id) \(orElse) RETURNING n
            """
        ).first?.integer(0)
    }

    private func follow<Resource: StoredResource>(_ resource: Resource, number: Int64, before: VideoChannel?) throws {
        switch resource {
        case let video as Video:
            try index(video)
            try write(text: video, number: number)
            try MediaPaths(connection: connection).write(video)
        case let stream as LiveStream:
            try connection.readableResource(Video.self, id: stream.videoID).map(index)
            try write(timers: stream)
        case let playlist as Playlist: try write(items: playlist)
        case let product as Product: try ProductNames(connection: connection).write(product)
        case let channel as VideoChannel:
            let isSame = before.map {
                ($0.visibility, $0.language, $0.country) == (channel.visibility, channel.language, channel.country)
            }
            if isSame != true { try indexVideos(of: channel) }
        default: break
        }
    }

    func delete<Resource: StoredResource>(_ type: Resource.Type, id: String) throws -> Bool {
        guard let row = try connection.rows("DELETE FROM resource WHERE kind = \(type.kind) AND id = \(id) RETURNING n, link").first else {
            return false
        }
        switch type {
        case is Video.Type:
            try VideoIndex(connection: connection).list(id, published: nil, tokens: [:])
            try deleteText(row.integer(0))
            for table in ["playlist_item", "withdrawal", "video_media"] as [SQL] {
                try connection.execute("DELETE FROM \(table) WHERE video = \(id)")
            }
        case is LiveStream.Type: try row.optionalText(1).flatMap { try connection.readableResource(Video.self, id: $0) }.map(index)
        case is Playlist.Type: try connection.execute("DELETE FROM playlist_item WHERE playlist = \(id)")
        case is Product.Type: try ProductNames(connection: connection).remove(id)
        case is Webhook.Type: try connection.execute("DELETE FROM delivery WHERE webhook = \(id)")
        default: break
        }
        return true
    }

    private func index(_ video: Video) throws {
        let channel = try connection.readableResource(VideoChannel.self, id: video.channelID)
        let stream = try connection.liveStreams(ofVideos: [video.id]).streams[video.id]
        // Videos of a private, missing or unreadable channel are in no feed.
        let isOpen = channel?.visibility.isPublic ?? false
        try VideoIndex(connection: connection).list(
            video.id, published: isOpen ? video.listedSince.map(Timestamp.milliseconds) : nil,
            tokens: video.tokens(channel: channel, isLive: stream?.status.isActive ?? false))
        try connection.execute("DELETE FROM withdrawal WHERE video = \(video.id)")
        if let since = video.withdrawnSince {
            try connection.execute("INSERT INTO withdrawal (video, since) VALUES (\(video.id), \(since))")
        }
    }

    private func indexVideos(of channel: VideoChannel) throws {
        var last = ""
        while true {
            let rows = try connection.rows(
                """
                SELECT id, document FROM resource WHERE kind = \(Video.kind) AND parent = \(channel.id) AND id > \(last)
                ORDER BY id LIMIT 500
                """)
            for row in rows { try connection.readable(Video.self, row.text(1)).map(index) }
            guard let end = rows.last else { return }
            last = end.text(0)
        }
    }

    private func write(text video: Video, number: Int64) throws {
        try deleteText(number)
        guard video.access == .everyone else { return }
        let hashtags = video.hashtags.joined(separator: " ")
        switch connection.dialect {
        case .sqlite:
            try connection.execute(
                """
                INSERT INTO video_text (rowid, caption, hashtags, description)
                VALUES (\(number), \(video.caption), \(hashtags), \(video.description))
                """)
        case .postgres:
            try connection.execute(
                """
                INSERT INTO video_text (n, words) VALUES (
                    \(number), setweight(to_tsvector('simple', \(video.caption)), 'A') || setweight(to_tsvector('simple', \(hashtags)), 'B')
                        || setweight(to_tsvector('simple', \(video.description)), 'C'))
                """)
        }
    }

    private func deleteText(_ number: Int64) throws {
        switch connection.dialect {
        case .sqlite: try connection.execute("DELETE FROM video_text WHERE rowid = \(number)")
        case .postgres: try connection.execute("DELETE FROM video_text WHERE n = \(number)")
        }
    }

    private func write(items playlist: Playlist) throws {
        try connection.execute("DELETE FROM playlist_item WHERE playlist = \(playlist.id)")
        for (position, item) in playlist.items.sorted(by: { $0.position < $1.position }).enumerated() {
            try connection.execute(
                "INSERT INTO playlist_item (playlist, position, video) VALUES (\(playlist.id), \(position), \(item.videoID))")
        }
    }
}
