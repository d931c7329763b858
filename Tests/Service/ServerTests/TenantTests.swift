// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

/// Each route of the contract, requested by another business.
@Suite("Tenant isolation", .onEachDatabase) struct TenantTests {
    /// The IDs of `b1`'s resources, by collection in the path.
    private static let ids = [
        "apps": "a1", "channels": "c1", "videos": "vs", "playlists": "pl1", "playlist_groups": "g1", "live_streams": "l1", "products": "p1",
        "business_stores": "s1", "ad_configs": "ad1", "ad_campaigns": "ca1", "webhooks": "w1", "interactions": "i1", "imports": "im1",
        "uploads": "u1", "comments": "k1", "reports": "r1",
    ]

    private static func with(_ body: @Sendable (RunningService, PublicRoutes) async throws -> Void) async throws {
        try await RunningService.with { settings, folder in
            let media = folder.appending(path: "media")
            try FileManager.default.createDirectory(at: media, withIntermediateDirectories: true)
            settings.mediaFolder = media.path
        } _: { service in
            let routes = try await PublicRoutes(service)
            let (resources, now) = (service.catalogue.resources, service.clock.now)
            for (id, business) in [("a1", "b1"), ("a2", "b2")] {
                var app = ClientApp(id: id, name: business == "b1" ? "Secret app" : "app", createdAt: now)
                (app.businessID, app.adsEnabled) = (business, true)
                try await resources.save(app, at: now)
            }
            try await resources.save(
                AdConfiguration(id: "ad1", appID: "a1", placement: .feed, provider: .vast, tagURL: "https://secret.example/Secret"), at: now
            )
            try await resources.save(
                AdCampaign(id: "ca1", businessID: "b1", name: "Secret", videoURL: "https://secret.example/Secret.mp4", duration: 5), at: now
            )
            try await resources.save(
                Webhook(id: "w1", businessID: "b1", url: "https://secret.example/Secret", types: ["*"], secret: "Secret"), at: now)
            _ = try await service.catalogue.webhooks.publish("live.started", business: "b1", data: ["x": "Secret"], at: now)
            var game = Interaction(id: "i2", type: .poll, prompt: "Secret game")
            game.liveStreamID = "l1"
            try await resources.save(game, at: now)
            try await resources.save(Business(id: "b1", name: "Secret business"), at: now)
            let comment = CommentRecord(
                id: "k1", videoID: "vs", guestID: "none", username: "Secret", text: "Secret", createdAt: now, isHidden: false)
            try await resources.save(comment, at: now)
            let report = ContentReport(id: "r1", videoID: "vs", commentID: "k1", reason: .spam, createdAt: now)
            try await resources.save(ReportRecord(id: "r1", businessID: "b1", guestID: "none", report: report), at: now)
            try await body(service, routes)
        }
    }

    @Test("A guest of another business's app gets nothing from any public route") func guests() async throws {
        try await Self.with { service, routes in
            let own = try await service.client(app: "a1")
            let revealing = try await routes.replies(to: own, next: nil).filter {
                $0.question.operation != nil && $0.reply.reported(["Secret"]) != nil
            }
            #expect(!revealing.isEmpty)
            let stranger = try await service.client(app: "a2")
            for (question, reply) in try await routes.replies(to: stranger, next: try await routes.openFeed(own))
            where question.operation != nil {
                let label = "\(question.operation ?? "") \(question.path) \(question.json ?? "")"
                #expect(reply.reported(PublicRoutes.texts + PublicRoutes.places + ["\"open0\""]) == nil, "\(label)")
                // A feed of everything, one of what the guest follows, the guest's follows and the results of a search exist, and are empty.
                let isOfEverything = ["discover", "following"].contains { question.json?.contains($0) == true }
                if isOfEverything || question.path == "/v1/search?q=secret" || question.operation == "followedChannels" { continue }
                #expect([404, 410].contains(reply.status), "\(label) \(reply.status)")
            }
        }
    }

    @Test("Another business's client gets and changes nothing through any administration route") func clients() async throws {
        try await Self.with { service, _ in
            let stranger = try await Manager(service, business: "b2")
            var asked = 0
            for route in APIRoute.all {
                guard case .admin = route.access else { continue }
                asked += 1
                let (path, hasIDs) = Self.path(of: route)
                let reply = try await stranger.send(Self.method(route.method), path, json: Self.body(of: route), Self.fields(of: route))
                let label = "\(route.operationID) \(path): \(reply.status) \(reply.text.prefix(200))"
                #expect(reply.reported(["Secret", "secret.example"]) == nil, "\(label)")
                if hasIDs {
                    #expect(reply.status == 404, "\(label)")
                } else if route.method == .post {
                    // The parent belongs to the other business.
                    #expect((400..<500).contains(reply.status) || !Self.namesParent(route), "\(label)")
                } else {
                    #expect(reply.status < 500, "\(label)")
                }
            }
            #expect(asked > 80)
            // Nothing was changed.
            let owner = try await Manager(service)
            for (collection, id) in Self.ids where !["imports", "uploads", "comments", "reports"].contains(collection) {
                #expect(try await owner.send(.GET, "/v1/admin/\(collection)/\(id)").status == 200, "\(collection)")
            }
            let resources = service.catalogue.resources
            #expect(try await resources.find(CommentRecord.self, id: "k1")?.isHidden == false)
            #expect(try await resources.find(ReportRecord.self, id: "r1")?.report.decision == nil)
            #expect(try await owner.send(.GET, "/v1/admin/business").reported(["Secret business"]) != nil)
        }
    }

    /// The path with the IDs of the other business's resources.
    private static func path(of route: APIRoute) -> (path: String, hasIDs: Bool) {
        var words: [Substring] = []
        for word in route.path.split(separator: "/") {
            switch word {
            case "{id}", "{i}": words.append(Substring(ids[String(words.last ?? "")] ?? "none"))
            case "{lang}": words.append("en")
            case let other where other.hasPrefix("{"): words.append("none")
            default: words.append(word)
            }
        }
        let query = route.query.filter(\.isRequired).map { "\($0.name)=views" }.joined(separator: "&")
        return ("/" + words.joined(separator: "/") + (query.isEmpty ? "" : "?\(query)"), route.path.contains("{"))
    }

    private static func method(_ method: APIRoute.Method) -> HTTPMethod { HTTPMethod(rawValue: method.rawValue.uppercased()) }

    private static func fields(of route: APIRoute) -> [(String, String)] {
        let type = route.request.mediaType.map { $0 == "image/*" ? "image/png" : $0 }
        return type.map { [("Content-Type", $0)] } ?? []
    }

    /// A body that the contract accepts and that names the other business's resources.
    private static func body(of route: APIRoute) -> String? {
        let bodies = [
            "createApp": #"{"name":"x","allowed_channels":["c1"]}"#, "createChannel": #"{"name":"x","business_id":"b1"}"#,
            "createVideo": #"{"channel_id":"c1"}"#, "createPlaylist": #"{"name":"x","channel_id":"c1"}"#,
            "createPlaylistGroup": #"{"name":"x","playlist_ids":["pl1"]}"#,
            "createLiveStream": #"{"title":"x","channel_id":"c1","video_id":"v-l1"}"#,
            "createProduct": #"{"name":"x","store_id":"s1","external_id":"e2","currency":"EUR"}"#,
            "createBusinessStore": #"{"name":"x","business_id":"b1","currency":"EUR"}"#,
            "createAdConfiguration": #"{"app_id":"a1","placement":"feed","provider":"vast","tag_url":"https://x.example"}"#,
            "createAdCampaign": #"{"name":"x","business_id":"b1","video_url":"https://x.example/a.mp4","duration":5}"#,
            "createWebhook": #"{"url":"https://x.example","types":["*"],"business_id":"b1"}"#,
            "createInteraction": #"{"type":"poll","prompt":"x","video_id":"vs","options":[{"id":"a","text":"A"},{"id":"b","text":"B"}]}"#,
            "importVideo": #"{"channel_id":"c1","url":"https://x.example/a.mp4"}"#, "makeUpload": #"{"name":"x","size":1}"#,
            "setVideoPassword": #"{"password":"open sesame"}"#,
            "setHashtags": #"{"hashtags":["x"]}"#, "setCohorts": #"{"cohorts":{}}"#, "setProducts": #"{"products":["p1"]}"#,
            "setCTA": #"{"type":"buy","title":"x","url":"https://x.example"}"#, "setPlaylistItems": #"{"items":[]}"#,
            "updateBusiness": #"{"name":"x"}"#, "pin": #"{"id":"p1"}"#, "unpin": #"{"id":"p1"}"#, "announce": #"{"text":"x"}"#,
            "setRefunded": #"{"refunded":"1"}"#, "decideReport": #"{"action":"dismiss"}"#,
            "setLiveProducts": #"{"products":[]}"#, "sendLiveSubtitle": #"{"lang":"en","text":"x"}"#, "sendHostMessage": #"{"text":"x"}"#,
        ]
        if let body = bodies[route.operationID] { return body }
        return route.request.mediaType.map { $0 == "application/json" ? "{}" : "x" }
    }

    /// Whether a created resource has a parent, which must be the business's own.
    private static func namesParent(_ route: APIRoute) -> Bool { route.operationID != "makeUpload" }

    @Test("Another business's resources can't be referenced") func references() async throws {
        try await Self.with { service, _ in
            try await service.addChannel("c2", business: "b2")
            try await service.addVideo("v2", channel: "c2")
            let stranger = try await Manager(service, business: "b2")
            let wrong = [
                ("videos/v2", #"{"interactions":["i1"]}"#, "interactions[0]"),
                ("videos/v2", #"{"interactions":["none"]}"#, "interactions[0]"),
                ("videos/v2", #"{"products":["p1"]}"#, "products[0]"),
                ("apps/a2", #"{"allowed_channels":["c2","c1"]}"#, "allowed_channels[1]"),
                ("apps/a2", #"{"allowed_channels":["none"]}"#, "allowed_channels[0]"),
            ]
            for (path, body, field) in wrong {
                let reply = try await stranger.send(.PATCH, "/v1/admin/\(path)", json: body)
                #expect(reply.status == 422, "\(path) \(body): \(reply.text)")
                #expect(reply.error?.field == field, "\(path) \(body): \(reply.text)")
            }
            #expect(try await stranger.send(.PATCH, "/v1/admin/apps/a2", json: #"{"allowed_channels":["c2"]}"#).status == 200)
        }
    }

    @Test("Foreign references from an earlier version are neither shown nor entered") func legacyReferences() async throws {
        try await Self.with { service, _ in
            try await service.addChannel("c2", business: "b2")
            try await service.addVideo("v2", channel: "c2") { $0.interactions = ["i1"] }
            _ = try await service.catalogue.resources.update(ClientApp.self, id: "a2", at: service.clock.now) {
                $0.allowedChannels = ["c1", "c2"]
            }
            let client = try await service.client(app: "a2")
            #expect(try await client.get("/v1/videos/v2/interactions").json(ResourceList<Interaction>.self).data.isEmpty)
            let entry = try await client.post("/v1/videos/v2/interactions/i1/entries", EntryRequest(optionID: "a"))
            #expect(entry.code == .notFound)
            let page = try await client.post("/v1/feeds", FeedRequest(source: .discover)).json(FeedPage.self)
            #expect(page.items.compactMap { $0.video?.id } == ["v2"])
        }
    }

    @Test("A video for a business's own apps is in no other app", arguments: [true, false]) func ownApps(isChannel: Bool) async throws {
        try await Self.with { service, routes in
            if isChannel {
                _ = try await service.catalogue.resources.update(VideoChannel.self, id: "c1", at: service.clock.now) {
                    $0.visibility = .ownApps
                }
            } else {
                for id in PublicRoutes.videos { try await routes.change(id) { $0.access = .ownApps } }
            }
            let own = try await service.client(app: "a1")
            #expect(try await own.get("/v1/videos/vs").status == 200)
            for source in [FeedSource.discover, .channel("c1", isPersonal: false), .hashtag(channel: "c1", filter: "tag")] {
                let page = try await own.post("/v1/feeds", FeedRequest(source: source, pageSize: 50)).json(FeedPage.self)
                #expect(page.items.contains { $0.video?.id == "vs" }, "\(source.type)")
            }
            // An app without a business shows everything that is public.
            let open = try await service.client()
            for (question, reply) in try await routes.replies(to: open, next: nil) where question.operation != nil {
                let label = "\(question.operation ?? "") \(question.path) \(question.json ?? "")"
                #expect(reply.reported(PublicRoutes.places) == nil, "\(label)")
                if ["video", "liveStream", "composition"].contains(question.operation) { #expect(reply.status == 404, "\(label)") }
            }
        }
    }

    @Test("The scopes of apps, stores, ads and webhooks are separate, and the business scope includes all") func scopes()
        async throws
    {
        try await Self.with { service, _ in
            let places = ["apps": "apps", "stores": "business_stores", "ads": "ad_campaigns", "webhooks": "webhooks"]
            for (scope, own) in places {
                let manager = try await Manager(service, scopes: ["\(scope):write"])
                for path in places.values {
                    let reply = try await manager.send(.GET, "/v1/admin/\(path)")
                    #expect(reply.status == (path == own ? 200 : 403), "\(scope) \(path)")
                }
                #expect(try await manager.send(.GET, "/v1/admin/business").code == .insufficientScope)
                #expect(try await manager.send(.GET, "/v1/admin/ad_configs").status == (scope == "ads" ? 200 : 403))
            }
            let all = try await Manager(service, scopes: ["businesses:read"])
            for path in places.values { #expect(try await all.send(.GET, "/v1/admin/\(path)").status == 200, "\(path)") }
            #expect(try await all.send(.DELETE, "/v1/admin/webhooks/w1").code == .insufficientScope)
        }
    }
}
