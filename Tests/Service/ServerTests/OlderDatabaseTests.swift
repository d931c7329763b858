// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import NIOHTTP1
import Synchronization
import Testing
import WindowboxContract
import WindowboxServiceKit

@testable import WindowboxCatalogue
@testable import WindowboxServer

/// A database of the first edition, migrated step by step, with leftovers of deletions and of other programs.
@Suite("Databases of older versions", .onEachDatabase, .serialized) struct OlderDatabaseTests {
    private static let made = Timestamp.milliseconds(SetClock.noon) - 3_600_000

    /// Documents of the first edition, by kind; some refer to things that no longer exist.
    private static let documents: [Row] = [
        Row("business", "", nil, #"{"id":"b1","name":"Shoes"}"#),
        Row(
            "app", "b1", nil,
            #"""
            {"id":"app1","business_id":"b1","name":"App","package_ids":[],"allowed_channels":["gone"],"discover":{"allow_tags":[],
            "reject_tags":[]},"ads_enabled":true,"dedupe_direct_ads":false,"providers":{"low_latency":false,"multi_host":false},
            "feature_flags":{},"created_at":"2025-11-01T00:00:00Z"}
            """#
        ),
        Row("app", "b1", nil, app("app2")),
        Row(
            "channel", "b1", nil, #"{"id":"c1","business_id":"b1","name":"C","slug":"c","bio":"","avatar_url":null,"visibility":"public"}"#),
        Row("video", "c1", nil, video("v1", #""hls_url":"/media/videos/v1/index.m3u8","products":["p1","gone"],"interactions":["gone"]"#)),
        Row("video", "c1", nil, video("v2", #""hls_url":"https://example.org/v2.m3u8","blocking_reason":"legal""#)),
        Row("video", "c1", nil, video("v3", #""hls_url":"/media/films/v3.mp4","available_until":"2025-11-20T00:00:00Z""#)),
        // Written by another program: explicit nulls and unknown members.
        Row(
            "video", "c1", nil,
            video(
                "v4",
                #""hls_url":"/media/live/l9/x/index.m3u8","poster_url":null,"cta":null,"blocking_reason":null,"available_until":null,"#
                    + #""published_by":{"tool":"importer"},"tags":null"#)
        ),
        Row("video", "c1", nil, video("v6", #""type":"live_stream""#)),
        Row("video", "gone", nil, video("v5", #""channel_id":"gone""#)),
        Row(
            "playlist", "c1", nil,
            #"""
            {"id":"l1","channel_id":"c1","name":"P","position":0,"enabled":true,"cohorts":{},"items":[{"video_id":"gone","position":0},
            {"video_id":"v1","position":1}]}
            """#
        ),
        Row("playlist_group", "b1", nil, #"{"id":"g1","business_id":"b1","name":"G","playlist_ids":["gone","l1"]}"#),
        Row("live_stream", "c1", "v6", stream("s1", video: "v6", #""ingest":{"url":"rtmp://127.0.0.1:1/live","key":"a"}"#)),
        Row(
            "live_stream", "c1", "gone",
            stream("s2", video: "gone", #""status":"completed","products":[{"product_id":"gone","sold_out":false,"hidden":false}]"#)),
        Row(
            "interaction", "gone", nil,
            #"""
            {"id":"i1","live_stream_id":"gone","type":"poll","prompt":"Which?","options":[{"id":"a","text":"A"}],"state":"draft",
            "collect_email":false,"winner_count":0}
            """#
        ),
        Row("store", "b1", nil, #"{"id":"st1","business_id":"b1","name":"S","platform":"","currency":"EUR"}"#),
        Row(
            "product", "st1", nil,
            #"""
            {"id":"p1","store_id":"st1","external_id":"x","name":"Shoe","subtitle":"","description":"","currency":"EUR","is_available":true,
            "hidden":false,"hide_price":false,"hide_primary_cta":false,"images":[],"units":[]}
            """#
        ),
        Row(
            "ad_campaign", "b1", nil,
            #"""
            {"id":"ca1","business_id":"b1","name":"\"film_url\":","film_url":"https://a.test/ad.m3u8","duration":5,"paused":false,
            "priority":10,"weight":1,"key_values":[]}
            """#
        ),
        Row("webhook", "b1", nil, #"{"id":"w1","business_id":"b1","url":"https://a.test/","types":["*"],"secret":"as it was"}"#),
    ]

    private struct Row: Sendable {
        var kind: String
        var parent: String
        var link: String?
        var document: String

        init(_ kind: String, _ parent: String, _ link: String?, _ document: String) {
            (self.kind, self.parent, self.link, self.document) = (kind, parent, link, document)
        }
    }

    private static func app(_ id: String) -> String {
        #"{"id":"\#(id)","business_id":"b1","name":"App","package_ids":[],"allowed_channels":[],"discover":{"allow_tags":[],"reject_tags":[]},"#
            + #""ads_enabled":false,"dedupe_direct_ads":false,"providers":{"low_latency":false,"multi_host":false},"feature_flags":{},"#
            + #""created_at":"2025-11-01T00:00:00Z"}"#
    }

    private static func video(_ id: String, _ more: String) -> String {
        let members: [String: String] = [
            "id": #""\#(id)""#, "channel_id": #""c1""#, "caption": #""Video""#, "description": #""""#, "access": #""public""#,
            "status": #""ready""#, "type": #""video""#, "duration_ms": "0", "width": "0", "height": "0", "orientation": #""portrait""#,
            "posters": "[]", "renditions": "[]", "subtitles": "[]", "hashtags": #"["a"]"#, "cohorts": "{}", "products": "[]",
            "interactions": "[]", "ai_generated": "false", "regions": #"{"allow":[],"deny":[]}"#,
            "published_at": #""2025-11-10T00:00:00Z""#,
        ]
        return object(members, more)
    }

    private static func stream(_ id: String, video: String, _ more: String) -> String {
        let chat =
            #"{"on_live":true,"on_trailer":false,"on_replay":false,"blocklist":[],"username_editable":true,"username_visible":true}"#
        let members: [String: String] = [
            "id": #""\#(id)""#, "video_id": #""\#(video)""#, "channel_id": #""c1""#, "title": #""Show""#, "description": #""""#,
            "status": #""idle""#, "source": #""camera""#, "start_type": #""manual""#, "orientation": #""portrait""#, "playback": "{}",
            "hosts": "[]", "chat_settings": chat, "products": "[]", "pinned": "[]", "viewers": "0", "likes": "0", "subtitles": "[]",
            "countdown_hidden": "false",
        ]
        return object(members, more)
    }

    /// - Parameter more: Members that are added, or that replace others.
    private static func object(_ members: [String: String], _ more: String) -> String {
        let others = members.filter { !more.contains("\"\($0.key)\":") }.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
        return "{\((others + [more]).joined(separator: ","))}"
    }

    /// - Parameter steps: The number of migrations that have been applied.
    private static func make(_ setting: String, steps: Int) async throws {
        let store: any SQLStore =
            Make.current == .postgres ? PostgresStore(setting: setting, connections: 1) : try SQLiteStore(path: setting, isDurable: true)
        try await Migrations(steps: Array(Migrations.catalogue.prefix(steps))).run(on: store)
        try await store.write { connection in
            for row in documents {
                guard case .string(let id)? = try ContractJSON.decode(JSONValue.self, from: row.document)["id"] else { continue }
                try connection.execute(
                    """
                    INSERT INTO resource (kind, id, parent, link, created, document)
                    VALUES (\(row.kind), \(id), \(row.parent), \(row.link), \(made), \(row.document))
                    """)
                guard row.kind == Video.kind else { continue }
                let video = try ContractJSON.decode(Video.self, from: row.document)
                let channel = try connection.resource(VideoChannel.self, id: row.parent)
                try VideoIndex(connection: connection).list(
                    id, published: channel == nil ? nil : made, tokens: video.tokens(channel: channel, isLive: false))
            }
            for statement in remains(steps: steps) { try connection.execute(statement) }
            // A version with this step writes the new name itself.
            for step in Migrations.catalogue.prefix(steps) where step.name == "campaigns 1" {
                for statement in step.sqlite { try connection.execute(statement) }
            }
        }
        try await store.close()
    }

    /// The rows of other tables.
    private static func remains(steps: Int) -> [SQL] {
        func has(_ name: String) -> Bool { Migrations.catalogue.prefix(steps).contains { $0.name == name } }
        let ended = #"{"source":{"address":{"_0":"https://a.test/x.mp4?signature=\"}},\"video\":s3cret"}},"video":"v1"}"#
        let order =
            #"{"id":"o1","guest_id":null,"order":{"order_id":"1","order_value":"10","currency":"EUR","subtotal":"10","line_items":[]}}"#
        var statements: [SQL] = [
            "INSERT INTO playlist_item (playlist, position, video) VALUES ('l1', 0, 'gone'), ('l1', 1, 'v1'), ('gone', 0, 'v1')",
            "INSERT INTO product_key (store, name, rank, product) VALUES ('st1', 'x', 0, 'p1'), ('gone', 'y', 0, 'gone')",
            "INSERT INTO seen (guest, video, channel, seen_at) VALUES ('g1', 'gone', 'gone', \(made))",
            "INSERT INTO guest (id, app, device, tracking, created) VALUES ('g1', 'app2', NULL, 'all', \(made)), ('g2', 'gone', 'd', 'all', 0)",
            """
            INSERT INTO event (guest, id, app, name, video, stream, product, progress, ts, received, attributable, document)
            VALUES ('g1', 'e1', 'app2', 'fw:video:start', 'gone', NULL, NULL, NULL, \(made), \(made), 0, '{}'),
            ('', 'e2', 'app2', 'fw:video:start', NULL, NULL, NULL, NULL, \(made), \(made), 0, '{}')
            """,
            """
            INSERT INTO job (id, kind, payload, state, run_at, attempt, most_attempts, progress, created)
            VALUES ('j1', 'a kind of another edition', '{}', 'waiting', 0, 0, 3, 0, 0)
            """,
            """
            INSERT INTO job (id, kind, payload, state, run_at, attempt, most_attempts, progress, created)
            VALUES ('j2', 'package', \(ended), 'done', 0, 1, 3, 1, \(made)), ('j3', 'package', '{', 'failed', 0, 1, 3, 1, \(made))
            """,
        ]
        statements.append(
            has("orders 1")
                ? """
                INSERT INTO purchase (id, app, guest, claimant, order_id, currency, value, made, attributed_video, document)
                VALUES ('o1', 'app2', NULL, 'o1', '1', 'EUR', 10000000, \(made), 'gone', \(order))
                """
                : """
                INSERT INTO purchase (id, app, guest, order_id, currency, value, made, attributed_video, document)
                VALUES ('o1', 'app2', NULL, '1', 'EUR', 10000000, \(made), 'gone', \(order))
                """)
        if has("idempotency 1") {
            statements.append(
                "INSERT INTO idempotency (caller, name, fingerprint, begun, answer) VALUES ('x', 'k1', 'f', 0, NULL), ('x', 'k2', 'f', 0, '{}')"
            )
        }
        if has("live 1") {
            statements += [
                "INSERT INTO live_state (stream, last, likes) VALUES ('gone', 3, 1)",
                "INSERT INTO live_timer (stream, kind, due) VALUES ('gone', 'start', 0), ('s2', 'start', 0), ('gone', 'remind', 0)",
            ]
        }
        if has("platform 1") {
            statements.append(
                """
                INSERT INTO delivery (id, webhook, business, state, run_at, attempt, created, message, attempts)
                VALUES ('d1', 'gone', 'b1', 'pending', 0, 0, 0, 'null', '[]')
                """)
        }
        return statements
    }

    @Test("An older database opens, migrates and serves", arguments: 1...Migrations.catalogue.count) func serves(steps: Int) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-older-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let setting = try Make.current.setting(in: folder)
        try await Self.make(setting, steps: steps)
        try await RunningService.with(database: setting) { service in
            try await Self.viewers(service, steps: Migrations.catalogue.prefix(steps).map(\.name))
            try await Self.administrators(service)
            // Events that were recorded before the figures table existed are included in it.
            if !Migrations.catalogue.prefix(steps).contains(where: { $0.name == "platform 1" }) {
                let days = Int64(0)..<Self.made / 86_400_000 + 2
                let starts = InsightQuestion(metric: .starts, groups: [], apps: ["app2"], days: days)
                let rows = try await service.catalogue.insights.rows(starts)
                #expect(rows.map(\.value) == [2], "\(rows)")
            }
            // Timed tasks cope with missing resources.
            try await service.tick()
            #expect(await Housekeeping(service.service, logger: Logger(label: "test")).tidy(at: service.clock.now) == [])
            try await service.service.rotateSecrets()
            #expect(try await service.catalogue.resources.find(Webhook.self, id: "w1")?.secret != "as it was")
            let deliveries = WebhookDeliveries(service.service, logger: Logger(label: "test"))
            for _ in 0..<5 { _ = try await deliveries.sendOne(at: service.clock.now) }
        }
    }

    /// Documents of videos that are not readable as a whole, and whether the video is withdrawn until it is repaired.
    private static let damaged: [(id: String, document: String, isWithdrawn: Bool)] = [
        ("d1", "{", false), ("d2", "", false), ("d3", "[1]", false), ("d4", #"{"hls_url":"/media/\ud800/x.mp4"}"#, true),
        ("d5", #"{"available_until":"2025-99-99T00:00:00Z"}"#, true), ("d6", #"{"available_until":"infinity"}"#, true),
        ("d7", #"{"blocking_reason":7,"hls_url":"/media/damaged/x.mp4"}"#, true), ("d8", #"{"available_until":["2025"]}"#, true),
    ]

    @Test(
        "A database with unreadable records starts, and names those that a migration needed",
        arguments: 1...Migrations.catalogue.count)
    func damagedRecords(steps: Int) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-older-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let setting = try Make.current.setting(in: folder)
        try await Self.make(setting, steps: steps)
        let before: any SQLStore =
            Make.current == .postgres ? PostgresStore(setting: setting, connections: 1) : try SQLiteStore(path: setting, isDurable: true)
        try await before.write { connection in
            // The paths of media files can't be stored with a null character, and are no files.
            let odd = ("odd", #"{"hls_url":"/media/a\u0000b/x.mp4"}"#)
            for (id, document) in Self.damaged.map({ ($0.id, $0.document) }) + [odd] {
                try connection.execute(
                    """
                    INSERT INTO resource (kind, id, parent, link, created, document)
                    VALUES ('video', \(id), 'c1', NULL, \(Self.made), \(document))
                    """)
            }
            for table in ["event", "purchase"] as [SQL] { try connection.execute("UPDATE \(table) SET document = '{'") }
            try connection.execute("UPDATE resource SET document = '{' WHERE kind <> 'video' AND kind <> 'app' AND kind <> 'channel'")
            try connection.execute("UPDATE job SET payload = '{\"source\":{' WHERE id = 'j2'")
        }
        try await before.close()
        let named = Mutex<[String]>([])
        let catalogue = try await Catalogue(setting) { name in named.withLock { $0.append(name) } }
        let isFilled = !Migrations.catalogue.prefix(steps).contains { $0.name == "visibility 1" }
        let names = named.withLock { $0 }
        #expect(names == (isFilled ? Self.damaged.map { "video \($0.id)" } : []))
        let store = try #require(catalogue.resources as? SQLResources).store
        let (withdrawn, files) = try await store.read { connection in
            (
                try connection.rows("SELECT video FROM withdrawal ORDER BY video").map { $0.text(0) },
                try connection.rows("SELECT path FROM video_media ORDER BY path").map { $0.text(0) }
            )
        }
        if isFilled {
            #expect(withdrawn == Self.damaged.filter(\.isWithdrawn).map(\.id) + ["v2", "v3"])
            #expect(files == ["damaged", "films", "live/l9/x"])
        }
        try await catalogue.close()
        try await RunningService.with(database: setting) { service in
            let client = try await service.client(app: "app2")
            let feed = try await client.post("/v1/feeds", FeedRequest(source: .discover))
            #expect(try Set(Self.ids(feed)).isSuperset(of: ["v1", "v4"]), "\(feed.text)")
            #expect(await Housekeeping(service.service, logger: Logger(label: "test")).tidy(at: service.clock.now) == [])
        }
    }

    private static func viewers(_ service: RunningService, steps: [String]) async throws {
        let client = try await service.client(app: "app2")
        let feed = try await client.post("/v1/feeds", FeedRequest(source: .discover))
        #expect(try Set(ids(feed)).isSuperset(of: ["v1", "v4"]), "\(feed.text)")
        for path in ["/v1/videos/v1", "/v1/videos/v4", "/v1/products/x/videos", "/v1/config"] {
            #expect(try await client.get(path).status == 200, "\(path)")
        }
        for path in ["/v1/videos/v5", "/v1/videos/gone", "/v1/live_streams/s2"] {
            #expect(try await client.get(path).status == 404, "\(path)")
        }
        var source = FeedSource(type: .playlist)
        (source.channelID, source.playlistID) = ("c1", "l1")
        let playlist = try await client.post("/v1/feeds", FeedRequest(source: source))
        #expect(try ids(playlist) == ["v1"], "\(playlist.text)")
        // Videos that were withdrawn or had expired before the visibility tables existed are entered in them.
        if !steps.contains("visibility 1") {
            let store = try #require(service.catalogue.resources as? SQLResources).store
            let (withdrawn, files) = try await store.read { connection in
                (
                    try connection.rows("SELECT video FROM withdrawal ORDER BY video").map { $0.text(0) },
                    try connection.rows("SELECT video, path FROM video_media ORDER BY video").map { "\($0.text(0)) \($0.text(1))" }
                )
            }
            #expect(withdrawn == ["v2", "v3"])
            #expect(files == ["v3 films", "v4 live/l9/x"])
        }
        if !steps.contains("jobs 1") {
            let job = try #require(try await service.catalogue.jobs.job(id: "j2"))
            #expect(job.payload == ["source": ["ended": [:]], "video": "v1"], "\(job.payload)")
        }
        let guest = try await service.catalogue.guests.export("g1")
        #expect(guest != nil)
    }

    private static func ids(_ reply: Reply) throws -> [String] { try reply.json(FeedPage.self).items.compactMap { $0.video?.id } }

    private static func administrators(_ service: RunningService) async throws {
        let manager = try await Manager(service)
        for list in [
            "channels", "videos", "playlists", "playlist_groups", "live_streams", "interactions", "apps", "ad_configs", "ad_campaigns",
            "business_stores", "products", "webhooks", "orders", "purchases",
        ] {
            #expect(try await manager.send(.GET, "/v1/admin/\(list)?page_size=100").status == 200, "\(list)")
        }
        for (path, change) in [
            ("channels/c1", #"{"bio":"x"}"#), ("ad_campaigns/ca1", #"{"weight":2}"#), ("videos/v1", #"{"caption":"x"}"#),
            ("videos/v4", #"{"caption":"x"}"#),
            ("playlists/l1", #"{"name":"x"}"#), ("playlist_groups/g1", #"{"name":"x"}"#), ("live_streams/s1", #"{"title":"x"}"#),
            ("live_streams/s2", #"{"title":"x"}"#), ("apps/app1", #"{"name":"x"}"#), ("business_stores/st1", #"{"name":"x"}"#),
            ("products/p1", #"{"name":"x"}"#), ("webhooks/w1", #"{"types":["video_created"]}"#),
        ] {
            let reply = try await manager.send(.PATCH, "/v1/admin/\(path)", json: change)
            #expect(reply.status == 200, "\(path): \(reply.text)")
        }
        for metric in InsightMetric.known {
            let reply = try await manager.send(.GET, "/v1/admin/insights?metric=\(metric.rawValue)")
            #expect(reply.status == 200, "\(metric.rawValue): \(reply.text)")
        }
        let claims = try await manager.send(.GET, "/v1/admin/insights?metric=claimed_gmv").json(InsightPage.self)
        #expect(claims.data.map(\.value) == [10])
        let studio = try await StudioBrowsing.signedIn(service)
        for page in [
            "", "/videos", "/channels", "/playlists", "/live", "/live/s1", "/live/s2", "/products", "/orders", "/purchases", "/apps",
            "/webhooks", "/figures",
        ] {
            #expect(try await studio.get("/studio\(page)").status == 200, "\(page)")
        }
        for path in ["live_streams/s2", "playlists/l1", "videos/v1"] {
            #expect(try await manager.send(.DELETE, "/v1/admin/\(path)").status == 204, "\(path)")
        }
    }
}
