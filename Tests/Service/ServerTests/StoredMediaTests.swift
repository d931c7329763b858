// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxContract
import WindowboxPackager
import WindowboxServiceKit

@testable import WindowboxServer

@Suite("Media in a bucket", .timeLimit(.minutes(2))) struct StoredMediaTests {
    private static let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

    private static func with(redirects: Bool, _ body: @escaping @Sendable (RunningService) async throws -> Void) async throws {
        let bucket = "media-\(UUID().uuidString.lowercased())"
        let storage = try S3Storage(
            S3Storage.Configuration(
                endpoint: try await S3Server.shared().endpoint, bucket: bucket, region: "us-east-1", accessKey: "key", secret: "secret"))
        try await storage.makeBucket()
        let file = try #require(StorageKey("videos/v1/720p.mp4"))
        try await storage.put(.bytes(bytes), at: file, type: "video/mp4")
        let list = try #require(StorageKey("videos/v1/index.m3u8"))
        try await storage.put(.bytes(Array("#EXTM3U\n".utf8)), at: list, type: "application/vnd.apple.mpegurl")
        try await RunningService.with(
            { settings, _ in settings.redirectsMedia = redirects }, live: { _, _ in (nil, StoredMedia(storage)) }, body)
    }

    @Test("Files are served whole or in the requested range", .enabled(if: S3Server.program != nil)) func fetched() async throws {
        try await Self.with(redirects: false) { service in
            let path = "/media/videos/v1/720p.mp4"
            let whole = try await service.get(path)
            #expect(whole.status == 200)
            #expect(Array(whole.body) == Self.bytes)
            #expect(whole["Content-Type"] == "video/mp4")
            for (field, range) in [("bytes=0-0", 0..<1), ("bytes=5-699998", 5..<699_999), ("bytes=-3", 699_997..<700_000)] {
                let reply = try await service.get(path, [("Range", field)])
                #expect(reply.status == 206, "\(field)")
                #expect(Array(reply.body) == Array(Self.bytes[range]), "\(field)")
            }
            #expect(try await service.get(path, [("Range", "bytes=700000-")]).status == 416)
            let tag = try #require(whole["ETag"])
            #expect(try await service.get(path, [("If-None-Match", tag)]).status == 304)
            let head = try await service.send(.HEAD, path)
            #expect(head["Content-Length"] == "700000")
            #expect(head.body.isEmpty)
            for name in ["videos/v1/none.mp4", "videos/../x", "videos/v1", "a%20b"] {
                #expect(try await service.get("/media/\(name)").status == 404, "\(name)")
            }
        }
    }

    @Test("Clients are redirected to the bucket, except for playlists", .enabled(if: S3Server.program != nil)) func redirected()
        async throws
    {
        try await Self.with(redirects: true) { service in
            // The client follows the redirect.
            let reply = try await service.get("/media/videos/v1/720p.mp4", [("Range", "bytes=1-4")])
            #expect(reply.status == 206)
            #expect(Array(reply.body) == Array(Self.bytes[1...4]))
            let response = try await RawConnection.exchange(
                service.port, "GET /media/videos/v1/720p.mp4 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(response.hasPrefix("HTTP/1.1 307"))
            #expect(response.contains("X-Amz-Signature="))
            #expect(!response.contains("secret"))
            // The bucket does not know about takedowns, so its signed URLs must expire soon.
            #expect(response.contains("X-Amz-Expires=60&"))
            try await service.addChannel("c1")
            try await service.addVideo("v1") { $0.blockingReason = "legal" }
            #expect(try await service.get("/media/videos/v1/720p.mp4").status == 404)
            try await service.addVideo("v1")
            let list = try await service.get("/media/videos/v1/index.m3u8")
            #expect(list.text == "#EXTM3U\n")
            #expect(list["Cache-Control"] == "no-cache")
        }
    }
}
