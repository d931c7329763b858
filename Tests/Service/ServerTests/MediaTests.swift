// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Media over HTTP") struct MediaTests {
    private static let bytes = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })

    private static func withMedia(
        log: RecordedLog? = nil, _ change: @escaping @Sendable (inout ServiceSettings) -> Void = { _ in },
        _ body: @Sendable (RunningService) async throws -> Void
    ) async throws {
        try await RunningService.with(
            log: log,
            { settings, folder in
                let media = folder.appending(path: "media")
                try FileManager.default.createDirectory(at: media.appending(path: "videos/v1/hd"), withIntermediateDirectories: true)
                try bytes.write(to: media.appending(path: "videos/v1/hd/a b.mp4"))
                try Data("#EXTM3U\n".utf8).write(to: media.appending(path: "videos/v1/main.m3u8"))
                try Data().write(to: media.appending(path: "empty.ts"))
                try Data("secret".utf8).write(to: media.appending(path: ".hidden"))
                try Data("secret".utf8).write(to: folder.appending(path: "outside.ts"))
                try FileManager.default.createSymbolicLink(
                    at: media.appending(path: "link.ts"), withDestinationURL: folder.appending(path: "outside.ts"))
                settings.mediaFolder = media.path
                change(&settings)
            }, body)
    }

    @Test("A file is served whole or in the requested range")
    func ranges() async throws {
        try await Self.withMedia { service in
            let path = "/media/videos/v1/hd/a%20b.mp4"
            let whole = try await service.get(path)
            #expect(whole.status == 200)
            #expect(whole.body == Self.bytes)
            #expect(whole["Accept-Ranges"] == "bytes")
            #expect(whole["Content-Type"] == "video/mp4")
            #expect(whole["Access-Control-Allow-Origin"] == "*")
            #expect(whole["Cache-Control"] == "public, max-age=86400")
            let count = Self.bytes.count
            let parts: [(String, Range<Int>)] = [
                ("bytes=0-0", 0..<1), ("bytes=5-9", 5..<10), ("bytes=999999-", 999_999..<count), ("bytes=-500", (count - 500)..<count),
                ("bytes=-2000000", 0..<count), ("bytes=300000-800000", 300_000..<800_001), ("bytes=0-99999999999999999999", 0..<count),
            ]
            for (field, range) in parts {
                let reply = try await service.get(path, [("Range", field)])
                #expect(reply.status == 206, "\(field)")
                #expect(reply.body == Self.bytes[range], "\(field)")
                #expect(reply["Content-Range"] == "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)")
                let head = try await service.send(.HEAD, path, [("Range", field)])
                #expect(head.status == 206, "\(field)")
                #expect(head.body.isEmpty, "\(field)")
                #expect(head["Content-Length"] == String(range.count), "\(field)")
            }
            for field in ["bytes=1000000-", "bytes=-0"] {
                let reply = try await service.get(path, [("Range", field)])
                #expect(reply.status == 416, "\(field)")
                #expect(reply["Content-Range"] == "bytes */\(count)", "\(field)")
                #expect(reply.code == .rangeNotSatisfiable, "\(field)")
            }
            for field in ["bytes=9-5", "items=0-1", "bytes=", "bytes=0-1,5-6", "bytes=x-y"] {
                #expect(try await service.get(path, [("Range", field)]).body.count == count, "\(field)")
            }
            #expect(try await service.get("/media/empty.ts").status == 200)
            #expect(try await service.get("/media/empty.ts", [("Range", "bytes=0-")]).status == 416)
        }
    }

    @Test("A cached file is not sent again, and a range is only sent for the same version") func validators() async throws {
        try await Self.withMedia { service in
            let path = "/media/videos/v1/main.m3u8"
            let reply = try await service.get(path)
            let tag = try #require(reply["ETag"])
            #expect(reply["Cache-Control"] == "no-cache")
            #expect(reply["Content-Type"] == "application/vnd.apple.mpegurl")
            let again = try await service.get(path, [("If-None-Match", tag)])
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
            #expect(again["ETag"] == tag)
            #expect(try await service.get(path, [("Range", "bytes=0-1"), ("If-Range", tag)]).status == 206)
            for other in ["\"x\"", "W/\(tag)", "Sat, 22 Nov 2025 12:00:00 GMT"] {
                #expect(try await service.get(path, [("Range", "bytes=0-1"), ("If-Range", other)]).status == 200)
            }
        }
    }

    @Test("Nothing outside of the folder is served")
    func traversal() async throws {
        try await Self.withMedia { service in
            for path in [
                "../outside.ts", "%2e%2e/outside.ts", "videos/../../outside.ts", "videos/%2e%2e/%2E%2E/outside.ts", "..%2foutside.ts",
                "link.ts", ".hidden", "videos", "videos/", "", "/", "videos//v1/main.m3u8", "none.ts", "%00", "main.m3u8%00.ts", "%ff",
                "videos/v1/main.m3u8/", "videos%2fv1/main.m3u8", "videos/v1%2Fmain.m3u8", "videos%5cv1/main.m3u8",
                "videos/v1/%5c..%5cmain.m3u8", "videos%2f%CC%B8v1/main.m3u8", "%CC%B8/.%CC%B8", ".%CC%B8hidden",
                "videos/v1/hd/../main.m3u8", "videos/v1/hd%2f..%2fmain.m3u8", "videos/uploads/x", "%75ploads/x", "signed/1.0.x/%2e%2e/x",
                "\(String(repeating: "x/", count: 2000))x",
            ] {
                // The client must not normalize the path.
                let request = "GET /media/\(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                let received = try await RawConnection.exchange(service.port, request)
                #expect(received.hasPrefix("HTTP/1.1 404"), "\(path)")
                #expect(!received.contains("secret"))
            }
            #expect(try await service.send(.POST, "/media/videos/v1/main.m3u8").status == 405)
            let preflight = try await service.send(.OPTIONS, "/media/videos/v1/main.m3u8")
            #expect(preflight.status == 204)
            #expect(preflight["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS")
            #expect(preflight["Access-Control-Allow-Headers"]?.contains("Range") == true)
        }
    }

    @Test("A signed URL is valid for its folder until it expires") func signatures() async throws {
        try await Self.withMedia({ $0.playbackSeconds = 100 }) { service in
            try await service.addChannel("c1")
            try await service.addVideo("v1") { $0.hlsURL = "/media/videos/v1/main.m3u8" }
            let client = try await service.client()
            let address = try #require(try await client.get("/v1/videos/v1").json(Video.self).hlsURL)
            #expect(address.hasPrefix(service.address + "/media/signed/"))
            let page = try await client.post("/v1/feeds", FeedRequest(source: .channel("c1"))).json(FeedPage.self)
            #expect(page.items.first?.video?.hlsURL == address)
            #expect(try await service.get(address).text == "#EXTM3U\n")
            // The resources that a playlist names relative to itself.
            let base = address.replacing("main.m3u8", with: "")
            #expect(try await service.get(base + "hd/a%20b.mp4").body == Self.bytes)
            let wrong = [
                service.address + "/media/videos/v1/main.m3u8", base + "../../empty.ts", address.replacing("/v1/", with: "/v2/"),
                address.replacing(".2.", with: ".1."), address.replacing(".2.", with: ".0."),
                address.replacing("/signed/1", with: "/signed/2"),
                address.replacing("/signed/", with: "/signed/x"),
            ]
            for address in wrong {
                let reply = try await service.get(address)
                #expect(reply.status == 403 || reply.status == 404, "\(address)")
            }
            // Slashes separate the parts of a signed path; escaped ones don't.
            for part in ["..%2fmain.m3u8", "hd%2fa%20b.mp4", "hd%5ca%20b.mp4", "%2e%2e/v1/main.m3u8"] {
                #expect(try await service.get(base + part).status == 404, "\(part)")
            }
            service.clock.advance(by: 130)
            let late = try await service.get(address)
            #expect(late.status == 403)
            #expect(late.code == .invalidSignature)
        }
    }

    @Test("A signature for a file outside any folder is valid for that file only") func rootSignature() async throws {
        try await Self.withMedia({ $0.playbackSeconds = 100 }) { service in
            try await service.addChannel("c1")
            try await service.addVideo("v1") { $0.hlsURL = "/media/empty.ts" }
            let address = try #require(try await service.client().get("/v1/videos/v1").json(Video.self).hlsURL)
            #expect(try await service.get(address).status == 200)
            for other in ["videos/v1/main.m3u8", "link.ts", "videos", "none.ts"] {
                let reply = try await service.get(address.replacing("empty.ts", with: other))
                #expect(reply.status == 403, "\(other)")
                #expect(reply.code == .invalidSignature, "\(other)")
            }
        }
    }

    @Test("A client that does not read its response is disconnected") func stalled() async throws {
        let log = RecordedLog()
        try await Self.withMedia(log: log, { $0.stallSeconds = 0.2 }) { service in
            // The responses are larger than the kernel buffers. A client that doesn't read does not notice that it was disconnected either:
            // the service logs it.
            let path = "/media/videos/v1/hd/a%20b.mp4"
            let request = String(repeating: "GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n", count: 64)
            let connection = try await SilentConnection.open(service.port, request)
            for await line in log.written where line.contains("broken=true") { break }
            try? await connection.close()
            let reply = try await service.get("/healthz")
            #expect(reply.status == 200)
        }
    }
}
