// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxPackager

@testable import WindowboxServer

@Suite("Live stream posters", .serialized, .timeLimit(.minutes(3))) struct LivePosterTests {
    /// Sends a stream of a few seconds to its end.
    private static func send(_ id: String, _ service: RunningService, until condition: (Video) -> Bool) async throws -> Video {
        let manager = try await Manager(service)
        let started = try await manager.send(.POST, "/v1/admin/live_streams/\(id)/start").json(LiveStream.self)
        let ingest = try #require(started.ingest)
        let sending = Task { try await SendingEncoder.send(6, to: "\(ingest.url)/\(ingest.key)", format: "flv") }
        defer { sending.cancel() }
        func video() async throws -> Video { try #require(try await service.catalogue.resources.find(Video.self, id: "v-\(id)")) }
        while try await !condition(video()) { await Task.yield() }
        try await sending.value
        #expect(try await manager.send(.POST, "/v1/admin/live_streams/\(id)/end").status == 200)
        return try await video()
    }

    @Test("Without a poster, a frame of the beginning becomes the poster, and the replay keeps it") func drawn() async throws {
        try await LiveIngestManagerTests.with { service, _ in
            try await service.addLive("l1", .idle)
            let video = try await Self.send("l1", service) { $0.posterURL != nil }
            let address = try #require(video.posterURL)
            #expect(video.posters.map(\.url) == [address])
            #expect(video.posters.map(\.width) == [320])
            #expect(video.posters.map(\.height) == [180])
            let picture = try await service.get(address)
            #expect(picture.status == 200)
            #expect(picture["Content-Type"] == "image/jpeg")
            #expect(picture.body.starts(with: [0xFF, 0xD8]))
            // The test stream shows bright bars, whose image is larger than a black one.
            #expect(picture.body.count > 3000)
            let stream = try await service.client().get("/v1/live_streams/l1").json(LiveStream.self)
            #expect(stream.status == .replay, "\(stream)")
            #expect(stream.posterURL.map { $0.hasSuffix(address) } == true, "\(stream)")
        }
    }

    @Test("A given poster is kept, and a stream with an access code gets none") func others() async throws {
        try await LiveIngestManagerTests.with { service, studio in
            try await service.addLive("l1", .idle) { $0.posterURL = "https://example.org/own.jpg" }
            try await service.addLive("l2", .idle) { $0.accessCodeHash = AccessCode.hash("code") }
            for id in ["l1", "l2"] {
                let begun = try #require(try await service.catalogue.resources.find(LiveStream.self, id: id))
                let ingest = try #require(try await studio.begin(begun).ingest)
                try await SendingEncoder.send(4, to: "\(ingest.url)/\(ingest.key)", format: "flv")
                _ = try await studio.end(id)
                #expect(try await service.catalogue.resources.find(LiveStream.self, id: id)?.posterURL == begun.posterURL)
                #expect(try await service.catalogue.resources.find(Video.self, id: "v-\(id)")?.posterURL == nil)
            }
        }
    }
}
