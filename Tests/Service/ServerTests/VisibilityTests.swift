// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Video visibility", .onEachDatabase) struct VisibilityTests {
    enum Withdrawal: CaseIterable, Sendable { case blocked, expired, archived, madePrivate, inPrivateChannel }

    private static func withMedia(
        _ change: @escaping @Sendable (inout ServiceSettings) -> Void = { _ in },
        _ body: @Sendable (RunningService, PublicRoutes) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-visibility-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await RunningService.with({ settings, _ in
            settings.mediaFolder = folder.path
            change(&settings)
        }) { service in
            try await body(service, PublicRoutes(service, files: folder))
        }
    }

    private static func withdraw(_ withdrawal: Withdrawal, _ routes: PublicRoutes) async throws {
        let service = routes.service
        if withdrawal == .inPrivateChannel {
            _ = try await service.catalogue.resources.update(VideoChannel.self, id: "c1", at: service.clock.now) { $0.visibility = .owners }
            return
        }
        let end = service.clock.now.addingTimeInterval(10)
        for id in PublicRoutes.videos {
            try await routes.change(id) { video in
                switch withdrawal {
                case .blocked: video.blockingReason = "legal"
                case .expired: video.availableUntil = end
                case .archived: (video.status, video.archivedAt) = (.archived, end)
                case .madePrivate: video.access = .owners
                case .inPrivateChannel: break
                }
            }
        }
        if withdrawal == .expired { service.clock.advance(by: 10) }
    }

    @Test("The test's requests cover all public routes of the API") func coverage() async throws {
        try await RunningService.with { service in
            let asked = try await PublicRoutes(service).questions(next: "/").compactMap(\.operation)
            let open = APIRoute.all.filter { $0.access == .guest || $0.access == .everyone }.map(\.operationID)
            #expect(Set(asked).union(PublicRoutes.unrelated) == Set(open))
            #expect(PublicRoutes.unrelated.isDisjoint(with: asked))
        }
    }

    @Test("A withdrawn video disappears from every public route at once", arguments: Withdrawal.allCases)
    func withdrawn(withdrawal: Withdrawal) async throws {
        try await Self.withMedia { service, routes in
            let client = try await service.client()
            let next = try await routes.openFeed(client)
            for (question, reply) in try await routes.replies(to: client, next: next) where question.operation == nil {
                #expect(reply.status == 200, "\(question.path)")
            }
            let later = try await routes.openFeed(client)
            try await Self.withdraw(withdrawal, routes)
            for (question, reply) in try await routes.replies(to: client, next: later) {
                let label = "\(withdrawal): \(question.operation ?? "") \(question.path) \(question.json ?? "")"
                #expect(reply.reported(PublicRoutes.places) == nil, "\(label)")
                // Players get the reason; a product, a channel and a playlist stay what they are.
                if !["composition", "product", "channel"].contains(question.operation), reply.status == 200 {
                    #expect(reply.reported(["Secret film", "Secret show", "\"vs\"", "/vs\""]) == nil, "\(label)")
                }
                if question.isOfVideo { #expect(reply.status == 404, "\(label) \(reply.status)") }
            }
        }
    }

    @Test(
        "An unlisted video is reached by its address, and in no list, by apps of the service and of its business", arguments: [nil, "b1"])
    func unlisted(business: String?) async throws {
        try await Self.withMedia { service, routes in
            var app = ClientApp(id: "app1", name: "app1", createdAt: service.clock.now)
            app.businessID = business
            try await service.catalogue.resources.save(app, at: service.clock.now)
            let client = try await service.client()
            #expect(try await client.send(.PUT, "/v1/channels/c1/followers/me").status == 200)
            let next = try await routes.openFeed(client)
            let listed = try await client.get(next).text
            #expect(listed.contains("\"open"))
            try await routes.change("vs") { $0.access = .unlisted }
            for (question, reply) in try await routes.replies(to: client, next: next) {
                let label = "\(question.operation ?? "") \(question.path) \(question.json ?? "")"
                let isNamed =
                    question.path.contains("/vs") || question.path.hasSuffix(":vs") || question.path.hasSuffix("2Fvs")
                    || question.json?.contains("\"vs\"") == true
                if isNamed {
                    let isMissingPart = question.path.contains("/comments/none")
                    #expect(isMissingPart ? reply.status == 404 || reply.status == 204 : reply.status != 404, "\(label): \(reply.text)")
                } else {
                    #expect(reply.reported(["\"vs\"", "/vs\"", "/vs/", "/watch/vs", ":vs\""]) == nil, "\(label)")
                }
            }
            let single = try await client.post("/v1/feeds", FeedRequest(source: .single("vs"))).json(FeedPage.self)
            #expect(single.items.map { $0.video?.id } == ["vs"])
            #expect(try await client.get("/v1/videos/vs").json(Video.self).hlsURL?.contains("videos/vs/") == true)
            #expect(try await service.get("/watch/vs").text.contains("<meta name=\"robots\" content=\"noindex\">"))
            #expect(try await !service.get("/watch/open0").text.contains("noindex"))
            // Owners find it, and what is withdrawn stays withdrawn.
            let owned = try await service.catalogue.search.videos(saying: #require(SearchQuery("secret film")), of: "b1", limit: 10)
            #expect(owned.contains { $0.id == "vs" })
            try await routes.change("vs") { $0.blockingReason = "legal" }
            #expect(try await client.get("/v1/videos/vs").status == 404)
            #expect(try await client.post("/v1/feeds", FeedRequest(source: .single("vs"))).status == 404)
            // Listed again at once.
            try await routes.change("vs") { ($0.blockingReason, $0.access) = (nil, .everyone) }
            #expect(try await client.get("/v1/search?q=secret").text.contains("\"vs\""))
        }
    }

    @Test("A channel can't be unlisted") func unlistedChannel() async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            let reply = try await Manager(service).send(.PATCH, "/v1/admin/channels/c1", json: #"{"visibility":"unlisted"}"#)
            #expect(reply.status == 422, "\(reply.text)")
            #expect(reply.error?.field == "visibility")
        }
    }

    @Test("Pages of an open feed keep their length when videos are withdrawn meanwhile") func pages() async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            for number in 0..<6 { try await service.addVideo("v\(number)", minute: number) }
            let client = try await service.client()
            let page = try await client.post("/v1/feeds", FeedRequest(source: .channel("c1", isPersonal: false), pageSize: 2)).json(
                FeedPage.self)
            let end = service.clock.now.addingTimeInterval(5)
            for (id, reason) in [("v2", "legal"), ("v3", nil)] as [(String, String?)] {
                _ = try await service.catalogue.resources.update(Video.self, id: id, at: service.clock.now) {
                    ($0.blockingReason, $0.availableUntil) = (reason, end)
                }
            }
            service.clock.advance(by: 5)
            let next = try await client.get(try #require(page.next)).json(FeedPage.self)
            #expect(next.items.compactMap { $0.video?.id } == ["v4", "v5"])
            // A page that was delivered before is delivered again without what was withdrawn since.
            _ = try await service.catalogue.resources.update(Video.self, id: "v5", at: service.clock.now) { $0.blockingReason = "legal" }
            #expect(try await client.get(try #require(page.next)).json(FeedPage.self).items.compactMap { $0.video?.id } == ["v4"])
        }
    }

    @Test("A signed URL stops working when its video is taken down, and works again afterwards")
    func signed() async throws {
        try await Self.withMedia({ $0.playbackSeconds = 3600 }) { service, routes in
            let address = try #require(try await service.client().get("/v1/videos/vs").json(Video.self).hlsURL)
            #expect(try await service.get(address).status == 200)
            try await routes.change("vs") { $0.blockingReason = "legal" }
            #expect(try await service.get(address).status == 404)
            try await routes.change("vs") { $0.blockingReason = nil }
            #expect(try await service.get(address).status == 200)
        }
    }

    @Test("A poster's signed URL is valid for the poster only") func signedPicture() async throws {
        try await Self.withMedia({ $0.playbackSeconds = 3600 }) { service, _ in
            let poster = try #require(try await service.client().get("/v1/videos/vs").json(Video.self).posterURL)
            #expect(try await service.get(poster).status == 200)
            let film = try await service.get(poster.replacing("poster.jpg", with: "index.m3u8"))
            #expect(film.code == .invalidSignature)
        }
    }

    @Test("Caches keep a file only while its video may be shown") func caching() async throws {
        try await Self.withMedia { service, routes in
            let end = service.clock.now.addingTimeInterval(90)
            try await routes.change("vs") { $0.availableUntil = end }
            #expect(try await service.get("/media/videos/vs/m/poster.jpg")["Cache-Control"] == "public, max-age=90")
        }
    }

    @Test("Owners can still view what they took down, without caching") func owners() async throws {
        try await Self.withMedia { service, routes in
            try await routes.change("vs") { $0.blockingReason = "legal" }
            let path = "/media/videos/vs/m/poster.jpg"
            let own = try await Manager(service).send(.GET, path)
            #expect(own.status == 200)
            #expect(own["Cache-Control"] == "private, no-store")
            // Studio's pages send only their cookie with images and videos.
            #expect(try await StudioBrowsing.signedIn(service).get(path).status == 200)
            #expect(try await StudioBrowsing.signedIn(service, business: "b2").get(path).status == 404)
            #expect(try await Manager(service, business: "b2").send(.GET, path).status == 404)
            #expect(try await Manager(service, scopes: ["insights:read"]).send(.GET, path).status == 404)
        }
    }

    @Test("A withdrawn file stays withdrawn, even if another business refers to it") func foreignNames() async throws {
        try await Self.withMedia { service, routes in
            try await service.addChannel("c2", business: "b2")
            // Another business's reference to the file does not keep it available.
            try await service.addVideo("other", channel: "c2") { $0.hlsURL = "/media/videos/vs/m/index.m3u8" }
            try await routes.change("vs") { $0.blockingReason = "legal" }
            #expect(try await service.get("/media/videos/vs/m/index.m3u8").status == 404)
        }
    }

    @Test("A player that requests a URN gets the blocking reason") func compositions() async throws {
        try await Self.withMedia { service, routes in
            let client = try await service.client()
            try await routes.change("vs") { $0.blockingReason = "legal" }
            let document = try await client.get("/v1/compositions/urn:windowbox:video:vs").json(CompositionDocument.self)
            #expect(document.chapters.first?.blockingReason == "legal")
            #expect(document.chapters.first?.resources.isEmpty == true)
            try await routes.change("vs") { $0.access = .owners }
            #expect(try await client.get("/v1/compositions/urn:windowbox:video:vs").code == .notFound)
        }
    }
}
