// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

/// Names of what a viewer may not see, in pages and documents about something else.
@Suite("Names of hidden things", .onEachDatabase) struct HiddenNameTests {
    private static func with(_ body: @Sendable (RunningService) async throws -> Void) async throws {
        try await RunningService.with { service in
            let (resources, now) = (service.catalogue.resources, service.clock.now)
            var app = ClientApp(id: "app1", name: "x", createdAt: now)
            app.businessID = "b1"
            try await resources.save(app, at: now)
            try await service.addChannel("c1")
            try await service.addChannel("private") { $0.visibility = .owners }
            try await service.addChannel("c2", business: "b2")
            for number in 0..<30 { try await service.addVideo("v\(number)", minute: number) }
            var off = Playlist(id: "off", channelID: "c1", name: "Secret draft")
            off.enabled = false
            for playlist in [
                off, Playlist(id: "inside", channelID: "private", name: "Secret plans"),
                Playlist(id: "foreign", channelID: "c2", name: "Secret of others"),
            ] { try await resources.save(playlist, at: now) }
            try await resources.save(PlaylistGroup(id: "group", businessID: "b2", name: "Secret group"), at: now)
            try await resources.save(BusinessStore(id: "s1", businessID: "b1", name: "x", currency: "EUR"), at: now)
            try await resources.save(BusinessStore(id: "s2", businessID: "b2", name: "x", currency: "EUR"), at: now)
            try await body(service)
        }
    }

    private static func addProduct(
        _ id: String, store: String = "s1", _ service: RunningService, _ change: (inout Product) -> Void = { _ in }
    ) async throws {
        var product = Product(id: id, storeID: store, externalID: id, name: "Name of \(id)", currency: "EUR")
        change(&product)
        try await service.catalogue.resources.save(product, at: service.clock.now)
    }

    @Test("A page doesn't name a hidden playlist or group, whatever feed its address continues") func feeds() async throws {
        try await Self.with { service in
            let first = try await service.get("/").text
            let link = try #require(first.firstMatch(of: #/rel="next" href="([^"]+)"/#)).1.replacing("&amp;", with: "&")
            #expect(try await service.get(String(link)).text.contains("Video v29"))
            let rest = link.drop { $0 != "?" }.dropFirst()
            for source in ["playlist=off", "playlist=inside", "playlist=foreign", "group=group"] {
                for more in ["", "&\(rest)", "&following=yes", "&type=following", "&type=following&following=yes&\(rest)"] {
                    let reply = try await service.get("/?\(source)\(more)")
                    #expect(reply.status == 404, "\(source)\(more)")
                    #expect(!reply.text.contains("Secret"), "\(source)\(more)")
                }
            }
            // The feed of another source isn't continued either.
            let other = try await service.get("/?channel=c1&\(rest)").text
            #expect(other.contains("Video v0<"))
        }
    }

    @Test("A live product that the hosts haven't shown yet is nowhere in the page") func liveProducts() async throws {
        try await Self.with { service in
            for id in ["shown", "unshown"] { try await Self.addProduct(id, service) }
            try await service.addLive("l1", .live) { stream in
                stream.products = ["shown", "unshown"].map { LiveProduct(productID: $0) }
                stream.products[1].hidden = true
            }
            let page = try await service.get("/watch/v-l1").text
            #expect(page.contains("Name of shown"))
            #expect(!page.contains("Name of unshown"))
            _ = try await service.catalogue.resources.update(LiveStream.self, id: "l1", at: service.clock.now) {
                $0.products[1].hidden = false
            }
            #expect(try await service.get("/watch/v-l1").text.contains("Name of unshown"))
        }
    }

    @Test("The highlights of a replay name neither hidden products nor those of another business") func highlights() async throws {
        try await Self.with { service in
            try await Self.addProduct("own", service)
            try await Self.addProduct("hidden", service) { $0.hidden = true }
            try await Self.addProduct("unshown", service)
            try await Self.addProduct("foreign", store: "s2", service)
            let ids = ["own", "hidden", "unshown", "foreign"]
            try await service.addLive("l1", .replay) { stream in
                var replay = LiveReplay(url: "https://example.org/replay.m3u8")
                replay.highlights = ids.enumerated().map { LiveReplay.Highlight(productID: $1, offsetMS: Int64($0) * 1000) }
                stream.replay = replay
                stream.products = [LiveProduct(productID: "unshown")]
                stream.products[0].hidden = true
            }
            _ = try await service.catalogue.resources.update(Video.self, id: "v-l1", at: service.clock.now) { $0.durationMS = 9000 }
            let reply = try await service.client().get("/v1/compositions/urn:windowbox:live:l1")
            let segments = try reply.json(CompositionDocument.self).chapters.first?.segments ?? []
            #expect(segments.map(\.title) == ["Name of own", "", "", ""])
        }
    }

    @Test("The polls of a stream with an access code are not in its page") func polls() async throws {
        try await Self.with { service in
            try await service.addLive("l1", .live) { $0.accessCodeHash = AccessCode.hash("sesame") }
            try await service.addInteraction("live", .poll, state: .active) { $0.prompt = "Secret question" }
            try await service.addInteraction("own", .poll, state: .active) {
                ($0.liveStreamID, $0.videoID, $0.prompt) = (nil, "v-l1", "Question for all")
            }
            _ = try await service.catalogue.resources.update(Video.self, id: "v-l1", at: service.clock.now) {
                $0.interactions = ["live", "own"]
            }
            let locked = try await service.get("/watch/v-l1").text
            #expect(locked.contains("Question for all"))
            #expect(!locked.contains("Secret question"))
            _ = try await service.catalogue.resources.update(LiveStream.self, id: "l1", at: service.clock.now) { $0.accessCodeHash = nil }
            #expect(try await service.get("/watch/v-l1").text.contains("Secret question"))
        }
    }
}
