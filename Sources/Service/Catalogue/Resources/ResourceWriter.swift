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
        try notify(resource, before: video, at: now)
    }

    /// - Returns: false if it exists already.
    func add<Resource: StoredResource>(_ resource: Resource, at now: Date) throws -> Bool {
        guard let number = try insert(resource, at: now, orElse: "DO NOTHING") else { return false }
        try follow(resource, number: number, before: nil)
        try notify(resource, before: nil, at: now)
        return true
    }

    /// - Returns: nil if it doesn't exist.
    func update<Resource: StoredResource>(
        _ type: Resource.Type, id: String, at now: Date, _ change: (inout Resource) throws -> Void
    ) throws -> Resource? {
        // PostgreSQL would otherwise let others write between the two statements.
        let lock: SQL = connection.dialect == .postgres ? " FOR UPDATE" : ""
        let rows = try connection.rows("SELECT document FROM resource WHERE kind = \(type.kind) AND id = \(id)\(lock)")
        guard let row = rows.first else { return nil }
        var resource = try connection.decoded(type, row.text(0), id: id)
        try change(&resource)
        try save(resource, at: now)
        return resource
    }

    private func notify<Resource: StoredResource>(_ resource: Resource, before: Video?, at now: Date) throws {
        guard let video = resource as? Video else { return }
        let business = try connection.parent(of: VideoChannel.self, id: video.channelID)
        try WebhookOutbox(connection: connection).notify(video, before: before, business: business, at: now)
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
            try index(video, number: number)
            try MediaPaths(connection: connection).write(video)
        case let stream as LiveStream:
            try connection.readableResource(Video.self, id: stream.videoID).map { try index($0) }
            try write(timers: stream)
        case let playlist as Playlist: try write(items: playlist)
        case let product as Product: try ProductNames(connection: connection).write(product)
        case let channel as VideoChannel:
            let isSame = before.map {
                ($0.visibility, $0.language, $0.country) == (channel.visibility, channel.language, channel.country)
                    && ($0.name, $0.businessID) == (channel.name, channel.businessID)
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
            try SearchIndex(connection: connection).delete(row.integer(0))
            try SQLModeration.forget(video: id, connection)
            try ViewingWriter.forget(video: id, connection)
            for table in ["playlist_item", "withdrawal", "video_media", "transcript"] as [SQL] {
                try connection.execute("DELETE FROM \(table) WHERE video = \(id)")
            }
        case is LiveStream.Type:
            try row.optionalText(1).flatMap { try connection.readableResource(Video.self, id: $0) }.map { try index($0) }
        case is VideoChannel.Type: try SQLFollows.forget(channel: id, connection)
        case is Playlist.Type: try connection.execute("DELETE FROM playlist_item WHERE playlist = \(id)")
        case is Product.Type: try ProductNames(connection: connection).remove(id)
        case is Webhook.Type: try connection.execute("DELETE FROM delivery WHERE webhook = \(id)")
        default: break
        }
        return true
    }

    /// - Parameter number: that of its record, if known.
    private func index(_ video: Video, number: Int64? = nil) throws {
        let channel = try connection.readableResource(VideoChannel.self, id: video.channelID)
        let links = try connection.liveStreams(ofVideos: [video.id])
        let stream = links.streams[video.id]
        // Videos of a private, missing or unreadable channel are in no feed.
        let isOpen = channel?.visibility.isListed ?? false
        try VideoIndex(connection: connection).list(
            video.id, published: isOpen ? video.listedSince.map(Timestamp.milliseconds) : nil,
            tokens: video.tokens(channel: channel, isLive: stream?.status.isActive ?? false))
        try connection.execute("DELETE FROM withdrawal WHERE video = \(video.id)")
        if let since = video.withdrawnSince {
            try connection.execute("INSERT INTO withdrawal (video, since) VALUES (\(video.id), \(since))")
        }
        // A stream whose record can't be read may have an access code.
        let isLocked = links.damaged[video.id] != nil || stream?.isLocked == true
        let number =
            try number
            ?? connection.rows(
                "SELECT n FROM resource WHERE kind = \(Video.kind) AND id = \(video.id)"
            ).first?.integer(0)
        guard let number else { return }
        let spoken = isLocked || video.subtitles.isEmpty ? [] : try transcripts(of: video)
        try SearchIndex(connection: connection).write(SearchEntry(video, channel: channel, transcripts: spoken), number: number)
    }

    /// In the order of its subtitles; without those of subtitles that it no longer has.
    private func transcripts(of video: Video) throws -> [String] {
        let rows = try connection.rows("SELECT language, words FROM transcript WHERE video = \(video.id)")
        let texts = Dictionary(rows.map { ($0.text(0), $0.text(1)) }) { first, _ in first }
        return video.subtitles.compactMap { texts[$0.language.lowercased()] }
    }

    /// The video must then be saved, which enters the transcript into the search index.
    func write(_ transcript: Transcript, of video: String) throws {
        let language = transcript.language.lowercased()
        guard let text = transcript.text else {
            try connection.execute("DELETE FROM transcript WHERE video = \(video) AND language = \(language)")
            return
        }
        try connection.execute(
            """
            INSERT INTO transcript (video, language, words) VALUES (\(video), \(language), \(text.filter { $0 != "\0" }))
            ON CONFLICT (video, language) DO UPDATE SET words = excluded.words
            """)
    }

    private func indexVideos(of channel: VideoChannel) throws {
        var last = ""
        while true {
            let rows = try connection.rows(
                """
                SELECT id, document FROM resource WHERE kind = \(Video.kind) AND parent = \(channel.id) AND id > \(last)
                ORDER BY id LIMIT 500
                """)
            for row in rows { try connection.readable(Video.self, row.text(1)).map { try index($0) } }
            guard let end = rows.last else { return }
            last = end.text(0)
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
