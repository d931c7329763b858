// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Videos with a password", .onEachDatabase) struct VideoPasswordTests {
    private static let password = "open sesame"

    /// - Parameter seconds: the lifetime of media URLs; nil for unsigned ones.
    private static func with(
        signed seconds: Int? = nil, _ body: @Sendable (RunningService, PublicRoutes, Manager) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-password-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await RunningService.with({ settings, _ in
            (settings.mediaFolder, settings.playbackSeconds, settings.passwordCost) = (folder.path, seconds, StudioPerson.cost)
        }) { service in
            try await service.catalogue.resources.save(Business(id: "b1", name: "One"), at: service.clock.now)
            let routes = try await PublicRoutes(service, files: folder)
            try await routes.change("vs") { video in
                video.renditions = [VideoRendition(url: "/media/videos/vs/m/film.mp4", type: "video/mp4", width: 1, height: 1, bitrate: 1)]
                video.gifURL = "/media/videos/vs/m/film.gif"
            }
            try await body(service, routes, try await Manager(service))
        }
    }

    private static func set(_ password: String, _ manager: Manager, on id: String = "vs") async throws -> Reply {
        try await manager.send(.PUT, "/v1/admin/videos/\(id)/password", json: ContractJSON.text(VideoPasswordRequest(password: password)))
    }

    private static func guess(_ password: String, _ client: Client) async throws -> Reply {
        try await client.post("/v1/videos/vs/unlock", VideoPasswordRequest(password: password))
    }

    private static func unlocking(_ client: Client, _ password: String = password) async throws -> [(String, String)] {
        let reply = try await guess(password, client)
        try #require(reply.status == 200, "\(reply.text)")
        return [("X-Unlock-Token", try reply.json(VideoUnlockAnswer.self).unlockToken)]
    }

    @Test("No public route tells anything that plays a video whose password nobody entered", arguments: [nil, 600]) func locked(
        seconds: Int?
    ) async throws {
        try await Self.with(signed: seconds) { service, routes, manager in
            let client = try await service.client()
            let next = try await routes.openFeed(client)
            #expect(try await Self.set(Self.password, manager).status == 200)
            for (question, reply) in try await routes.replies(to: client, next: next) {
                let label = "\(question.operation ?? "") \(question.path) \(question.json ?? "")"
                let played = ["m/index.m3u8", "m/film", "m/en.vtt", "#EXTM3U", "Secret videos/vs"]
                #expect(reply.reported(played) == nil, "\(label): \(reply.text)")
                #expect(reply.reported([Self.password, "scrypt"]) == nil, "\(label)")
                let isNamed = question.path.contains("vs") || question.json?.contains("vs") == true
                if !isNamed { #expect(reply.reported(["\"vs\"", "/vs\"", "/watch/vs", ":vs\""]) == nil, "\(label)") }
            }
            #expect(try await client.post("/v1/feeds", FeedRequest(source: .single("vs"))).status == 404)
            let page = try await service.get("/watch/vs").text
            #expect(page.contains("\"locked\":true") && page.contains("content=\"noindex\""))
            #expect(try await service.get("/embed/vs").text.contains("\"locked\":true"))
            #expect(try await client.get("/v1/videos/vs/comments").code == .incorrectAccessCode)
        }
    }

    @Test("A guest who entered the password gets addresses that play, and nobody else does", arguments: [nil, 600]) func unlocked(
        seconds: Int?
    ) async throws {
        try await Self.with(signed: seconds) { service, _, manager in
            #expect(try await Self.set(Self.password, manager).status == 200)
            let client = try await service.client()
            let token = try await Self.unlocking(client)
            let video = try await client.get("/v1/videos/vs", token).json(Video.self)
            let address = try #require(video.hlsURL)
            #expect(try await service.get(address).text == "Secret videos/vs/m/index.m3u8")
            #expect(video.renditions.count == 1 && video.gifURL != nil && video.subtitles.count == 1)
            #expect(try await client.get("/v1/compositions/urn:windowbox:video:vs", token).reported(["m/index.m3u8"]) != nil)
            #expect(try await client.get("/v1/videos/vs/comments", token).status == 200)
            // The poster is for everybody, and opens nothing else.
            let poster = try #require(try await client.get("/v1/videos/vs").json(Video.self).posterURL)
            #expect(try await service.get(poster).status == 200)
            #expect(try await service.get(poster.replacing("poster.jpg", with: "index.m3u8")).status == 403)
            #expect(try await service.get("/media/videos/vs/m/index.m3u8").status == (seconds == nil ? 404 : 403))
            // The token is valid for this guest and this video only.
            #expect(try await service.client().get("/v1/videos/vs", token).json(Video.self).hlsURL == nil)
            #expect(try await Self.set("another one", manager, on: "elsewhere").status == 200)
            #expect(try await client.get("/v1/videos/elsewhere", token).json(Video.self).hlsURL == nil)
            service.clock.advance(by: Double(VideoPasswordRoutes.unlockSeconds))
            let later = try await service.client(device: nil)
            #expect(try await later.get("/v1/videos/vs", token).json(Video.self).hlsURL == nil)
        }
    }

    @Test("Another password, or the same one set again, locks what the earlier one unlocked", arguments: ["another one", password])
    func changed(password: String) async throws {
        try await Self.with { service, _, manager in
            let before = try await service.client().get("/v1/videos/vs").json(Video.self)
            #expect(try await service.get(try #require(before.hlsURL)).status == 200)
            #expect(try await Self.set(Self.password, manager).status == 200)
            // An address from before has no signature.
            #expect(try await service.get(try #require(before.hlsURL)).status == 404)
            let client = try await service.client()
            let token = try await Self.unlocking(client)
            let address = try #require(try await client.get("/v1/videos/vs", token).json(Video.self).hlsURL)
            #expect(try await service.get(address).status == 200)
            #expect(try await Self.set(password, manager).status == 200)
            #expect(try await client.get("/v1/videos/vs", token).json(Video.self).hlsURL == nil)
            #expect(try await service.get(address).status == 404)
            let renewed = try await Self.unlocking(client, password)
            #expect(try await client.get("/v1/videos/vs", renewed).json(Video.self).hlsURL != nil)
            let removed = try await manager.send(.DELETE, "/v1/admin/videos/vs/password")
            #expect(try removed.json(Video.self).passwordVersion == nil)
            #expect(try await service.get(try #require(before.hlsURL)).status == 200)
            #expect(try await client.get("/v1/search?q=secret").text.contains("\"vs\""))
            #expect(try await service.catalogue.resources.find(VideoPassword.self, id: "vs") == nil)
        }
    }

    @Test("Guesses are limited by address and video, whatever guest makes them; right ones don't count") func guesses() async throws {
        try await Self.with { service, _, manager in
            #expect(try await Self.set(Self.password, manager).status == 200)
            for _ in 0..<12 { #expect(try await Self.guess(Self.password, try await service.client()).status == 200) }
            for _ in 0..<10 { #expect(try await Self.guess("wrong one", try await service.client()).code == .incorrectAccessCode) }
            let refused = try await Self.guess(Self.password, try await service.client())
            #expect(refused.status == 429 && refused["Retry-After"] != nil)
            service.clock.advance(by: 20)
            #expect(try await Self.guess(Self.password, try await service.client()).status == 200)
        }
        let limiter = VideoPasswordRoutes.makeLimiter()
        // However many addresses guess.
        for _ in 0..<200 { #expect(limiter.take(.init(caller: "vs", allowance: .passwords), at: 0) == nil) }
        #expect(limiter.take(.init(caller: "vs", allowance: .passwords), at: 0) == 5)
        limiter.refund(.init(caller: "vs", allowance: .passwords))
        #expect(limiter.take(.init(caller: "vs", allowance: .passwords), at: 0) == nil)
    }

    @Test("Who hasn't entered the password takes part in nothing that belongs to the video") func interactions() async throws {
        try await Self.with { service, _, manager in
            let client = try await service.client()
            let (list, entry) = ("/v1/videos/vs/interactions", "/v1/videos/vs/interactions/i1/entries")
            #expect(try await client.get(list).text.contains("Secret question"))
            #expect(try await service.get("/watch/vs").text.contains("Secret question"))
            #expect(try await Self.set(Self.password, manager).status == 200)
            #expect(try await client.get(list).code == .incorrectAccessCode)
            #expect(try await client.send(.POST, entry, json: #"{"option_id":"a"}"#).code == .incorrectAccessCode)
            let locked = try await service.get("/watch/vs").text
            #expect(!locked.contains("Secret question"))
            let token = try await Self.unlocking(client)
            #expect(try await client.get(list, token).text.contains("Secret question"))
            #expect(try await client.send(.POST, entry, token, json: #"{"option_id":"a"}"#).status == 201)
        }
    }

    @Test("Only the password's own routes change it, and only a hash is kept") func administration() async throws {
        try await Self.with { service, _, manager in
            #expect(try await Self.set("short", manager).error?.field == "password")
            #expect(try await Self.set(String(repeating: "x", count: 201), manager).error?.field == "password")
            #expect(try await Self.set(Self.password, manager, on: "v-l1").code == .conflict)
            let version = try await Self.set(Self.password, manager).json(Video.self).passwordVersion
            #expect(version != nil)
            let kept = try #require(try await service.catalogue.resources.find(VideoPassword.self, id: "vs"))
            #expect(kept.hash.hasPrefix("scrypt$"))
            for body in [#"{"password_version":null}"#, #"{"password_version":"mine"}"#] {
                let changed = try await manager.send(.PATCH, "/v1/admin/videos/vs", json: body)
                #expect(try changed.json(Video.self).passwordVersion == version, "\(changed.text)")
            }
            let made = try await manager.send(.POST, "/v1/admin/videos", json: #"{"channel_id":"c1","password_version":"mine"}"#)
            #expect(try made.json(Video.self).passwordVersion == nil, "\(made.text)")
            let other = #"{"channel_id":"c1","video_id":"vs","title":"Show"}"#
            #expect(try await manager.send(.POST, "/v1/admin/live_streams", json: other).error?.field == "video_id")
            #expect(try await manager.send(.DELETE, "/v1/admin/videos/vs").status == 204)
            #expect(try await service.catalogue.resources.find(VideoPassword.self, id: "vs") == nil)
        }
    }

    @Test("Owners see and play it in Studio, where the password is set and removed") func studio() async throws {
        try await Self.with { service, _, manager in
            let user = try await StudioBrowsing.signedIn(service)
            #expect(try await user.get("/studio/videos/vs").text.contains("Set the password"))
            #expect(try await Self.set(Self.password, manager).status == 200)
            let page = try await user.get("/studio/videos/vs").text
            #expect(page.contains("Change the password") && page.contains("Remove the password") && page.contains("with a password"))
            #expect(!page.contains("scrypt"))
            #expect(try await user.get("/media/videos/vs/m/index.m3u8").status == 200)
            let log = try await manager.send(.GET, "/v1/admin/audit").text
            #expect(log.contains("setVideoPassword") && !log.contains(Self.password))
        }
    }
}
