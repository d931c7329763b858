// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract
import WindowboxRecommendation

/// Feeds whose pages are stored as they are delivered, so that they never change, and any process can continue them.
struct SQLFeeds: FeedRepository {
    let store: any SQLStore
    /// The store for short-lived data.
    let sessions: any SQLStore
    private let known = DecodedDocuments<Video>()
    private let apps = DecodedDocuments<ClientApp>(limit: 64)
    private let channels = DecodedDocuments<VideoChannel>(limit: 1024)

    init(store: any SQLStore, sessions: any SQLStore) {
        self.store = store
        self.sessions = sessions
    }

    private struct Session: Sendable {
        var id: String
        var request: FeedRequest
        /// In milliseconds.
        var made: Int64
        /// The items of all delivered pages.
        var delivered: [String] = []
        var pages = 0
        var cursor = FeedCursor()
    }

    func makeFeed(_ request: FeedRequest, for viewer: Viewer, at now: Date) async throws -> FeedPage {
        try request.validate()
        let session = Session(id: OpaqueID.make(), request: request, made: Timestamp.milliseconds(now))
        let filled = try await store.read { connection in
            let app = try app(viewer, connection)
            try check(request.source, for: viewer, of: app, at: session.made, connection)
            return try fill(session, for: viewer, of: app, at: now, connection)
        }
        let document = try ContractJSON.text(request)
        try await sessions.write { connection in
            try connection.execute(
                """
                INSERT INTO feed_session (id, guest, app, request, created, touched)
                VALUES (\(session.id), \(viewer.guestID), \(viewer.appID), \(document), \(session.made), \(session.made))
                """)
            try Self.insert(filled.entries, filled.cursor, feed: session.id, number: 0, connection)
        }
        return filled.page(feed: session.id, number: 0, at: now)
    }

    func page(of feedID: String, cursor: String, for viewer: Viewer, at now: Date) async throws -> FeedPage {
        guard cursor.utf8.count <= 9, let number = Int(cursor), number > 0, String(number) == cursor else { throw Self.unknownCursor }
        let session = try await touch(feedID, upTo: number, for: viewer, at: now)
        if session.pages > number {
            return try await written(feedID, number, session.request, for: viewer, at: now)
        }
        guard session.pages == number, !session.cursor.isAtEnd else { throw Self.unknownCursor }
        let filled = try await store.read { try fill(session, for: viewer, of: app(viewer, $0), at: now, $0) }
        let isFirst = try await sessions.write { try Self.insert(filled.entries, filled.cursor, feed: feedID, number: number, $0) }
        // Another request has stored the same page meanwhile; that one counts.
        guard isFirst else { return try await written(feedID, number, session.request, for: viewer, at: now) }
        return filled.page(feed: feedID, number: number, at: now)
    }

    func source(of feedID: String, for viewer: Viewer, at now: Date) async throws -> FeedSource {
        let limit = Timestamp.milliseconds(now.addingTimeInterval(-FeedSession.idle))
        let row = try await sessions.read { connection in
            try connection.rows(
                "SELECT request FROM feed_session WHERE id = \(feedID) AND guest = \(viewer.guestID) AND touched >= \(limit)"
            ).first
        }
        guard let row else { throw Self.expired }
        return try ContractJSON.decode(FeedRequest.self, from: row.text(0)).source
    }

    func forgetExpired(at now: Date) async throws -> Int {
        let limit = Timestamp.milliseconds(now.addingTimeInterval(-FeedSession.idle))
        return try await sessions.write { connection in
            try connection.execute("DELETE FROM feed_page WHERE feed IN (SELECT id FROM feed_session WHERE touched < \(limit))")
            return try connection.execute("DELETE FROM feed_session WHERE touched < \(limit)")
        }
    }

    /// Finds a session that hasn't expired, and extends its life.
    private func touch(_ feedID: String, upTo number: Int, for viewer: Viewer, at now: Date) async throws -> Session {
        let time = Timestamp.milliseconds(now)
        let limit = Timestamp.milliseconds(now.addingTimeInterval(-FeedSession.idle))
        return try await sessions.write { connection in
            let rows = try connection.rows(
                """
                UPDATE feed_session SET touched = \(time) WHERE id = \(feedID) AND guest = \(viewer.guestID) AND touched >= \(limit)
                RETURNING request, created
                """)
            guard let row = rows.first else {
                throw Self.expired
            }
            let request = try ContractJSON.decode(FeedRequest.self, from: row.text(0))
            var session = Session(id: feedID, request: request, made: row.integer(1))
            let pages = try connection.rows("SELECT items, state FROM feed_page WHERE feed = \(feedID) ORDER BY number")
            session.pages = pages.count
            guard pages.count == number else { return session }
            session.delivered = try pages.flatMap { try ContractJSON.decode([FeedEntry].self, from: $0.text(0)).map(\.id) }
            if let last = pages.last { session.cursor = try ContractJSON.decode(FeedCursor.self, from: last.text(1)) }
            return session
        }
    }

    /// A page as it was delivered, with the current state of its videos.
    private func written(
        _ feed: String, _ number: Int, _ request: FeedRequest, for viewer: Viewer, at now: Date
    ) async throws -> FeedPage {
        let row = try await sessions.read { connection in
            try connection.rows("SELECT items, state FROM feed_page WHERE feed = \(feed) AND number = \(number)").first
        }
        guard let row else { throw Self.unknownCursor }
        let entries = try ContractJSON.decode([FeedEntry].self, from: row.text(0))
        let cursor = try ContractJSON.decode(FeedCursor.self, from: row.text(1))
        let kind: FeedItemKind = request.source.type == .playlistGroup ? .playlist : .video
        let items = try await store.read { connection in
            let permitted = try ChannelCondition(app(viewer, connection), known: channels, connection)
            return try FeedItems(
                connection: connection, now: now, known: known, channels: permitted, isNamed: request.source.type == .single
            )
            .items(entries, kind: kind, for: viewer)
        }
        return FilledPage(entries: entries, items: items, cursor: cursor, kind: kind).page(feed: feed, number: number, at: now)
    }

    @discardableResult private static func insert(
        _ entries: [FeedEntry], _ cursor: FeedCursor, feed: String, number: Int, _ connection: any SQLConnection
    ) throws -> Bool {
        let (items, state) = (try ContractJSON.text(entries), try ContractJSON.text(cursor))
        return try connection.execute(
            """
            INSERT INTO feed_page (feed, number, items, state) VALUES (\(feed), \(number), \(items), \(state))
            ON CONFLICT (feed, number) DO NOTHING
            """) == 1
    }

    private func fill(
        _ session: Session, for viewer: Viewer, of app: ClientApp?, at now: Date, _ connection: any SQLConnection
    ) throws -> FilledPage {
        let source = session.request.source
        let isTracked = viewer.tracking == .all
        let permitted = try ChannelCondition(app, known: channels, connection)
        let isControl = TrialGroup(viewer: viewer.guestID, controlPercent: app?.discover.controlPercent ?? 0) == .control
        let plan = try FeedPlan(
            source, app: app, playlists: Self.cohortPlaylists(source, connection),
            followed: source.type == .following ? SQLFollows.channels(followedBy: viewer.guestID, connection) : [], channels: permitted,
            isTracked: isTracked, isControl: isControl)
        let left = (session.request.maxVideos ?? .max) - session.delivered.count
        let size = min(session.request.pageSize ?? FeedRequest.defaultPageSize, left)
        let excluded = Set(session.request.excludeIDs ?? []).union(session.delivered)
        var fill = FeedPageFill(size: size, excluded: excluded, cursor: session.cursor)
        let candidates = FeedCandidates(
            connection: connection, viewer: viewer, channels: permitted, feedCreatedAt: session.made, now: Timestamp.milliseconds(now),
            explains: session.request.explain == true)
        var position = session.cursor
        while position.stage < plan.stages.count, !fill.isDone {
            let stage = plan.stages[position.stage]
            if stage.isLastResort, !(session.delivered.isEmpty && fill.entries.isEmpty), session.cursor.stage < position.stage {
                position.advance()
                continue
            }
            let limit = fill.missing + min(excluded.count, 100)
            let found = try candidates.next(in: stage, from: position, limit: limit)
            for candidate in found { fill.add(candidate) }
            if found.count < limit { position.advance() } else if let last = found.last { position = last.behind }
        }
        var cursor = fill.cursor
        cursor.isAtEnd = !fill.hasMore || fill.entries.count >= left
        let items = try FeedItems(connection: connection, now: now, known: known, channels: permitted, isNamed: source.type == .single)
            .items(fill.entries, kind: plan.itemKind, for: viewer)
        return FilledPage(entries: fill.entries, items: items, cursor: cursor, kind: plan.itemKind)
    }

    private func app(_ viewer: Viewer, _ connection: any SQLConnection) throws -> ClientApp? {
        try connection.resources(ClientApp.self, ids: [viewer.appID], known: apps).first
    }

    /// The channel's playlists for the viewer's cohort.
    private static func cohortPlaylists(_ source: FeedSource, _ connection: any SQLConnection) throws -> [String] {
        guard source.type == .dynamic, let channel = source.channelID, let parameters = source.parameters, !parameters.isEmpty else {
            return []
        }
        let condition = Condition(cohorts: parameters)
        let rows = try connection.rows("SELECT document FROM resource WHERE kind = \(Playlist.kind) AND parent = \(channel)")
        return rows.compactMap { connection.readable(Playlist.self, $0.text(0)) }.filter { playlist in
            let tokens = Set(playlist.cohorts.flatMap { key, values in values.map { Token.cohort(key, $0) } })
            return playlist.isAvailable && condition.holds(for: tokens)
        }.sorted { ($1.position, $0.id) < ($0.position, $1.id) }.map(\.id)
    }

    /// Checks that a feed's source exists, is public, and is in a channel that the app may show. All
    /// failures look alike, so nothing is revealed.
    private func check(
        _ source: FeedSource, for viewer: Viewer, of app: ClientApp?, at now: Int64, _ connection: any SQLConnection
    ) throws {
        func missing(_ field: String) -> APIError { APIError(.notFound, "Nothing exists with this id.", field: "source.\(field)") }
        let channels = try ChannelCondition(app, known: channels, connection)
        for (id, field) in [(source.channelID, "channel_id"), (source.adChannelID, "ad_channel_id")] {
            guard let id else { continue }
            guard try channels.isOpen(id, connection) else { throw missing(field) }
        }
        if let id = source.playlistID, source.type == .playlist {
            guard let playlist = try connection.resource(Playlist.self, id: id), playlist.isAvailable,
                source.channelID.map({ $0 == playlist.channelID }) ?? true, try channels.isOpen(playlist.channelID, connection)
            else { throw missing("playlist_id") }
        }
        if let id = source.groupID {
            guard let group = try connection.resource(PlaylistGroup.self, id: id), channels.mayShow(business: group.businessID) else {
                throw missing("group_id")
            }
        }
        if let id = source.contentID, source.type == .single {
            let candidates = FeedCandidates(connection: connection, viewer: viewer, channels: channels, feedCreatedAt: now, now: now)
            guard try !candidates.available([id]).isEmpty else { throw missing("content_id") }
        }
    }

    private static var expired: APIError {
        APIError(.feedExpired, "This feed has expired, or never existed. Make a new one.")
    }

    private static var unknownCursor: APIError { APIError(.invalidCursor, "This feed has no such page.", field: "cursor") }
}

extension FeedPlan.Stage {
    /// Used only if no other stage had any items.
    fileprivate var isLastResort: Bool { if case .replays = self { true } else { false } }
}
