// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Streams with an access code", .onEachDatabase) struct AccessCodeTests {
    /// Texts in the URLs of the stream, its source, its captions and its recording.
    private static let places = ["live/l1/", "origin.example", "recording"]

    private static func with(
        _ status: LiveStatus, _ type: VideoType, _ body: @Sendable (RunningService, PublicRoutes) async throws -> Void
    ) async throws {
        try await RunningService.with { service in
            let routes = try await PublicRoutes(service)
            try await routes.change("v-l1") { video in
                (video.type, video.products) = (type, ["p1"])
                if status == .replay { video.hlsURL = "/media/live/l1/t/recording.m3u8" }
                video.renditions = [
                    VideoRendition(url: "/media/live/l1/t/recording.mp4", type: "video/mp4", width: 1, height: 1, bitrate: 1)
                ]
                video.gifURL = "/media/live/l1/t/recording.gif"
            }
            _ = try await service.catalogue.resources.update(LiveStream.self, id: "l1", at: service.clock.now) { stream in
                (stream.status, stream.accessCodeHash) = (status, AccessCode.hash("sesame"))
                if status == .replay { stream.replay = LiveReplay(url: "/media/live/l1/t/recording.m3u8") }
            }
            try await body(service, routes)
        }
    }

    @Test(
        "No public route reveals a locked stream's URLs to a guest without the code",
        arguments: [LiveStatus.idle, .live, .paused, .completed, .replay], [VideoType.liveStream, .video])
    func locked(status: LiveStatus, type: VideoType) async throws {
        try await Self.with(status, type) { service, routes in
            let client = try await service.client()
            for (question, reply) in try await routes.replies(to: client, next: try await routes.openFeed(client)) {
                guard !question.path.hasPrefix("/media/") else { continue }
                #expect(reply.reported(Self.places) == nil, "\(question.operation ?? "") \(question.path) \(question.json ?? "")")
            }
        }
    }

    @Test("A guest who entered the code gets the stream's URLs", arguments: [LiveStatus.live, .replay]) func unlocked(status: LiveStatus)
        async throws
    {
        try await Self.with(status, .liveStream) { service, _ in
            let client = try await service.client()
            let token = try await client.post("/v1/live_streams/l1/unlock", UnlockRequest(code: "sesame")).json(UnlockAnswer.self)
                .unlockToken
            for path in ["live_streams/l1", "videos/v-l1", "compositions/urn:windowbox:live:l1", "products/p1/videos"] {
                let reply = try await client.get("/v1/\(path)", [("X-Unlock-Token", token)])
                #expect(reply.reported(["live/l1/"]) != nil, "\(path)")
            }
            let calendar = try await client.get("/v1/live_streams/l1/calendar.ics", [("X-Unlock-Token", token)])
            #expect(calendar.reported(["URL:https://origin.example"]) != nil)
            // The token is valid for this guest only.
            let other = try await service.client().get("/v1/videos/v-l1", [("X-Unlock-Token", token)])
            #expect(other.reported(Self.places) == nil)
        }
    }

    @Test("Another access code ends what the earlier one unlocked, and so does the same code set again", arguments: ["thyme", "sesame"])
    func changedCode(code: String) async throws {
        try await Self.with(.live, .liveStream) { service, _ in
            let client = try await service.client()
            func unlock(_ code: String) async throws -> [(String, String)] {
                let reply = try await client.post("/v1/live_streams/l1/unlock", UnlockRequest(code: code))
                return [("X-Unlock-Token", try reply.json(UnlockAnswer.self).unlockToken)]
            }
            let earlier = try await unlock("sesame")
            #expect(try await client.get("/v1/live_streams/l1", earlier).reported(["live/l1/"]) != nil)
            _ = try await service.catalogue.resources.update(LiveStream.self, id: "l1", at: service.clock.now) { stream in
                stream.accessCodeHash = AccessCode.hash(code)
            }
            for path in ["live_streams/l1", "videos/v-l1", "compositions/urn:windowbox:live:l1"] {
                #expect(try await client.get("/v1/\(path)", earlier).reported(Self.places) == nil, "\(path)")
            }
            #expect(try await client.post("/v1/live_streams/l1/likes", [String: String](), earlier).code == .incorrectAccessCode)
            #expect(try await client.get("/v1/live_streams/l1", try await unlock(code)).reported(["live/l1/"]) != nil)
        }
    }
}
