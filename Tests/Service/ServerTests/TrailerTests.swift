// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Live stream trailers", .onEachDatabase) struct TrailerTests {
    @Test("A stream that has not begun plays its trailer in feeds and on its page, while the trailer is public") func shown() async throws {
        try await RunningService.with { service in
            try await service.addLive("l1", .idle) { $0.trailerVideoID = "trailer" }
            try await service.addVideo("trailer") { $0.hlsURL = "/media/videos/trailer/m/index.m3u8" }
            let client = try await service.client()
            func address() async throws -> String? {
                let page = try await client.post("/v1/feeds", FeedRequest(source: .single("l1"))).json(FeedPage.self)
                return page.items.first?.video?.hlsURL
            }
            let trailer = "\(service.address)/media/videos/trailer/m/index.m3u8"
            #expect(try await address() == trailer)
            #expect(try await service.get("/watch/l1").text.replacing("\\/", with: "/").contains(trailer))
            _ = try await service.catalogue.resources.update(Video.self, id: "trailer", at: service.clock.now) {
                $0.blockingReason = "legal"
            }
            #expect(try await address() == nil)
            let page = try await service.get("/watch/l1").text.replacing("\\/", with: "/")
            #expect(!page.contains("videos/trailer/"))
        }
    }
}
