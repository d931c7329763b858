// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("TLS proxies") struct SecureAddressTests {
    private static func with(
        proxies: [String], _ body: @Sendable (RunningService) async throws -> Void
    ) async throws {
        try await RunningService.with { settings, _ in
            settings.proxies.ranges = proxies.compactMap { NetworkRange($0) }
        } _: { service in
            try await service.addChannel("c1")
            try await service.addVideo("v1") { $0.hlsURL = "/media/videos/v1/m/index.m3u8" }
            try await body(service)
        }
    }

    private static let forwarded = [("X-Forwarded-Proto", "https")]

    private static func signIn(_ service: RunningService, _ fields: [(String, String)]) async throws -> String {
        let reply = try await StudioBrowsing(service).signIn(fields)
        return try #require(reply["Set-Cookie"])
    }

    @Test("URLs, links and Studio's cookie use TLS when a trusted proxy says so") func trusted() async throws {
        try await Self.with(proxies: ["127.0.0.1"]) { service in
            let client = try await service.client()
            let secure = service.address.replacing("http://", with: "https://")
            let video = try await client.get("/v1/videos/v1", Self.forwarded)
            #expect(try video.json(Video.self).hlsURL == "\(secure)/media/videos/v1/m/index.m3u8")
            #expect(video["Strict-Transport-Security"] == "max-age=31536000")
            let share = try await client.post("/v1/share", ShareRequest(videoID: "v1"), Self.forwarded).json(ShareAnswer.self)
            #expect(share.url.hasPrefix("\(secure)/?fwplayer="))
            #expect(try await service.get("/watch/v1", Self.forwarded).text.contains("\(secure)/watch/v1"))
            let cookie = try await Self.signIn(service, Self.forwarded)
            #expect(cookie.hasPrefix("__Host-windowbox_studio="))
            #expect(cookie.hasSuffix("; Secure"))
            #expect(cookie.contains("; Path=/;"))
            let session = String(cookie.prefix { $0 != ";" })
            #expect(try await service.get("/studio", Self.forwarded + [("Cookie", session)]).status == 200)
            // A cookie with the plain name could be set by another host of the same domain.
            let plain = session.replacing("__Host-", with: "")
            #expect(try await service.get("/studio", Self.forwarded + [("Cookie", plain)]).status == 401)
        }
    }

    @Test(
        "The forwarded protocol is ignored from anyone else",
        arguments: [(["192.0.2.1"], "https"), ([], "https"), (["127.0.0.1"], "http"), (["127.0.0.1"], "https, http"), (["127.0.0.1"], "x")])
    func untrusted(proxies: [String], said: String) async throws {
        try await Self.with(proxies: proxies) { service in
            let reply = try await service.client().get("/v1/videos/v1", [("X-Forwarded-Proto", said)])
            #expect(try reply.json(Video.self).hlsURL == "\(service.address)/media/videos/v1/m/index.m3u8")
            #expect(reply["Strict-Transport-Security"] == nil)
            let cookie = try await Self.signIn(service, [("X-Forwarded-Proto", said)])
            #expect(cookie.hasPrefix("windowbox_studio="))
            #expect(!cookie.contains("Secure"))
        }
    }

    @Test("A service with a public HTTPS URL needs no proxy's header field") func publicAddress() async throws {
        try await RunningService.with { settings, _ in
            settings.publicURL = "https://video.example"
        } _: { service in
            let reply = try await service.get("/healthz")
            #expect(reply["Strict-Transport-Security"] == "max-age=31536000")
            let cookie = try await Self.signIn(service, [])
            #expect(cookie.hasPrefix("__Host-"))
        }
    }
}
