// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Video parts over HTTP", .onEachDatabase) struct VideoPartTests {
    private static func with(_ body: @escaping @Sendable (RunningService, Manager) async throws -> Void) async throws {
        try await RunningService.taking { service in
            try await service.addVideo("v1")
            try await body(service, Manager(service))
        }
    }

    private static let captions = "WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n"

    @Test("Captions are set, replaced and removed by language") func subtitles() async throws {
        try await Self.with { service, manager in
            let path = "/v1/admin/videos/v1/subtitles/"
            let set = try await manager.send(.PUT, path: path + "de", bytes: Array(Self.captions.utf8), type: "text/vtt")
            #expect(set.status == 200, "\(set.text)")
            _ = try await manager.send(.PUT, path: path + "eng", bytes: Array(Self.captions.utf8), type: "text/vtt; charset=utf-8")
            _ = try await manager.send(
                .PUT, path: path + "de", bytes: Array(Self.captions.replacing("Hello", with: "Hallo").utf8), type: "text/vtt")
            let video = try await service.client().get("/v1/videos/v1").json(Video.self)
            #expect(video.subtitles.map(\.language) == ["de", "en"])
            #expect(video.subtitles.map(\.isDefault) == [true, false])
            let file = try await service.get(try #require(video.subtitles.first).url)
            #expect(file.status == 200)
            #expect(file["Content-Type"]?.hasPrefix("text/vtt") == true)
            #expect(file.text.contains("Hallo"))
            #expect(try await manager.send(.DELETE, path + "DE").json(Video.self).subtitles.map(\.language) == ["en"])
        }
    }

    @Test("Captions are read back as WebVTT by their own business only, and saving them removes the automatic mark") func readCaptions()
        async throws
    {
        try await Self.with { service, manager in
            let path = "/v1/admin/videos/v1/subtitles/"
            #expect(try await manager.send(.GET, path + "de").status == 404)
            _ = try await manager.send(.PUT, path: path + "de", bytes: Array(Self.captions.utf8), type: "text/vtt")
            _ = try await service.catalogue.resources.update(Video.self, id: "v1", at: service.clock.now) {
                for index in $0.subtitles.indices { $0.subtitles[index].isAutomatic = true }
            }
            #expect(try await service.client().get("/v1/videos/v1").json(Video.self).subtitles.map(\.isAutomatic) == [true])
            let read = try await manager.send(.GET, path + "DE")
            #expect(read.status == 200, "\(read.text)")
            #expect(read["Content-Type"] == "text/vtt; charset=utf-8")
            #expect(read.text.contains("00:00:01.000 --> 00:00:02.000\nHello"))
            let saved = try await manager.send(.PUT, path: path + "de", bytes: Array(read.text.utf8), type: "text/vtt")
            #expect(try saved.json(Video.self).subtitles.map(\.isAutomatic) == [nil])
            // An address of another video's file in one's own video opens nothing.
            try await service.addVideo("v2")
            let address = try #require(try await service.catalogue.resources.find(Video.self, id: "v1")?.subtitles.first?.url)
            _ = try await service.catalogue.resources.update(Video.self, id: "v2", at: service.clock.now) {
                $0.subtitles = [Subtitle(language: "de", url: address)]
            }
            #expect(try await manager.send(.GET, "/v1/admin/videos/v2/subtitles/de").status == 404)
        }
    }

    @Test(
        "Invalid captions are refused",
        arguments: [
            ("de", "text/vtt", "no captions", 422), ("de", "text/vtt", "WEBVTT\n", 422), ("d!e", "text/vtt", captions, 422),
            ("de", "text/plain", captions, 415), ("de", "text/vtt", "", 422),
            ("de", "text/vtt", "1\n00:00:01,000 --> 00:00:02,000\nx\n", 422),
        ]) func wrongCaptions(language: String, type: String, text: String, status: Int) async throws
    {
        try await Self.with { _, manager in
            let reply = try await manager.send(.PUT, path: "/v1/admin/videos/v1/subtitles/\(language)", bytes: Array(text.utf8), type: type)
            #expect(reply.status == status, "\(reply.text)")
        }
    }

    @Test(
        "An oversized body is refused before it is sent",
        arguments: [("subtitles/de", "text/vtt", 4 << 20), ("poster", "image/png", 10 << 20), ("hashtags", "application/json", 1 << 20)])
    func tooLarge(part: String, type: String, largest: Int) async throws {
        try await Self.with { service, manager in
            let request = """
                PUT /v1/admin/videos/v1/\(part) HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(manager.token)\r\nContent-Type: \(type)\r
                Content-Length: \(largest + 1)\r\nExpect: 100-continue\r\n\r\n
                """
            let received = try await RawConnection.exchange(service.port, request)
            #expect(received.hasPrefix("HTTP/1.1 413"), "\(received)")
        }
    }

    /// A PNG of one grey, whose header may claim another size.
    static func png(width: UInt32, height: UInt32, says: (UInt32, UInt32)? = nil) -> [UInt8] {
        func big(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        func crc(_ bytes: [UInt8]) -> UInt32 {
            var value = ~UInt32(0)
            for byte in bytes {
                value ^= UInt32(byte)
                for _ in 0..<8 { value = value & 1 == 1 ? (value >> 1) ^ 0xEDB8_8320 : value >> 1 }
            }
            return ~value
        }
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            let body = Array(name.utf8) + content
            return big(UInt32(content.count)) + body + big(crc(body))
        }
        // Stored, not deflated: a line is a filter byte and its pixels.
        var raw: [UInt8] = []
        for _ in 0..<height { raw += [0] + [UInt8](repeating: 128, count: Int(width)) }
        var (a, b) = (UInt32(1), UInt32(0))
        for byte in raw {
            a = (a + UInt32(byte)) % 65521
            b = (b + a) % 65521
        }
        let length = UInt16(raw.count)
        var stored: [UInt8] = [0x78, 0x01, 1, UInt8(length & 255), UInt8(length >> 8)]
        stored += [UInt8(~length & 255), UInt8(~length >> 8)] + raw + big(b << 16 | a)
        let size = says ?? (width, height)
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let header = big(size.0) + big(size.1) + [8, 0, 0, 0, 0]
        return signature + chunk("IHDR", header) + chunk("IDAT", stored) + chunk("IEND", [])
    }

    @Test("An image becomes the poster after re-encoding") func poster() async throws {
        try await Self.with { service, manager in
            let reply = try await manager.send(
                .PUT, path: "/v1/admin/videos/v1/poster", bytes: Self.png(width: 64, height: 36), type: "image/png")
            #expect(reply.status == 200, "\(reply.text)")
            let video = try await service.client().get("/v1/videos/v1").json(Video.self)
            #expect(video.posters.first?.width == 64)
            #expect(video.posters.first?.height == 36)
            let file = try await service.get(try #require(video.posterURL))
            #expect(file["Content-Type"] == "image/jpeg")
            #expect(file.body.starts(with: [0xFF, 0xD8]))
            // Sending it again results in one poster, not two.
            let again = try await manager.send(
                .PUT, path: "/v1/admin/videos/v1/poster", bytes: Self.png(width: 32, height: 36), type: "image/png")
            #expect(try again.json(Video.self).posters.count == 1)
        }
    }

    @Test("An invalid, oversized or decompression-bomb image is refused") func wrongPosters() async throws {
        try await Self.with { _, manager in
            func status(_ bytes: [UInt8], _ type: String = "image/png") async throws -> Int {
                try await manager.send(.PUT, path: "/v1/admin/videos/v1/poster", bytes: bytes, type: type).status
            }
            let picture = Self.png(width: 8, height: 8)
            let huge = try await status(Self.png(width: 8, height: 8, says: (60_000, 60_000)))
            #expect(huge == 413)
            #expect(try await status(Self.png(width: 8, height: 8, says: (1_000_000, 1))) == 413)
            #expect(try await status(Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), "image/svg+xml") == 415)
            #expect(try await status(Array("#EXTM3U\nfile:///etc/passwd\n".utf8)) == 415)
            #expect(try await status(Array(picture[..<50])) == 415)
            #expect(try await status([]) == 415)
            #expect(try await status(picture, "video/mp4") == 415)
        }
    }

    @Test("Hashtags, cohorts, products and the CTA are replaced as a whole") func fields() async throws {
        try await Self.with { service, manager in
            try await service.catalogue.resources.save(
                [
                    BusinessStore(id: "s1", businessID: "b1", name: "x", currency: "EUR"),
                    BusinessStore(id: "s2", businessID: "b2", name: "x", currency: "EUR"),
                ],
                at: service.clock.now)
            for (id, store) in [("p1", "s1"), ("p2", "s1"), ("p3", "s2")] {
                try await service.catalogue.resources.save(
                    Product(id: id, storeID: store, externalID: id, name: id, currency: "EUR"), at: service.clock.now)
            }
            func put(_ part: String, _ json: String) async throws -> Reply {
                try await manager.send(.PUT, "/v1/admin/videos/v1/\(part)", json: json)
            }
            #expect(try await put("hashtags", #"{"hashtags":["a","b"]}"#).json(Video.self).hashtags == ["a", "b"])
            #expect(try await put("hashtags", #"{"hashtags":["a b"]}"#).error?.field == "hashtags[0]")
            #expect(try await put("cohorts", #"{"cohorts":{"k":["v"]}}"#).json(Video.self).cohorts == ["k": ["v"]])
            #expect(try await put("products", #"{"products":["p2","p1"]}"#).json(Video.self).products == ["p2", "p1"])
            // Another business's product is not found.
            #expect(try await put("products", #"{"products":["p1","p3"]}"#).error?.field == "products[1]")
            #expect(try await put("products", #"{"products":["p1","p1"]}"#).error?.field == "products")
            let button = try await put("cta", #"{"type":"buy","title":"Buy","url":"https://example.org"}"#)
            #expect(try button.json(Video.self).cta?.title == "Buy")
            #expect(try await put("cta", #"{"type":"buy","title":"Buy","url":"javascript:x"}"#).error?.field == "url")
            #expect(try await put("cta", #"{"type":"steal","title":"Buy","url":"/x"}"#).error?.field == "type")
            let other = try await Manager(service, business: "b2")
            #expect(try await other.send(.PUT, "/v1/admin/videos/v1/hashtags", json: #"{"hashtags":[]}"#).code == .notFound)
            #expect(try await other.send(.PUT, path: "/v1/admin/videos/v1/poster", bytes: [1], type: "image/png").code == .notFound)
            let found = try await service.client().post("/v1/feeds", FeedRequest(source: .hashtag(channel: "c1", filter: "(and a b)")))
            #expect(try found.json(FeedPage.self).items.count == 1)
        }
    }

    @Test("A playlist's videos are set in order") func items() async throws {
        try await Self.with { service, manager in
            try await service.addVideo("v2")
            try await service.catalogue.resources.save(Playlist(id: "l1", channelID: "c1", name: "x"), at: service.clock.now)
            let items = #"{"items":[{"video_id":"v2","position":0},{"video_id":"v1","position":1}]}"#
            let reply = try await manager.send(.PUT, "/v1/admin/playlists/l1/items", json: items)
            #expect(try reply.json(Playlist.self).items.map(\.videoID) == ["v2", "v1"])
            let page = try await service.client().get("/v1/playlists/l1").json(Playlist.self)
            #expect(page.items.map(\.videoID) == ["v2", "v1"])
            let wrong = try await manager.send(.PUT, "/v1/admin/playlists/l1/items", json: #"{"items":[{"video_id":"v9","position":0}]}"#)
            #expect(wrong.error?.field == "items[0].video_id")
        }
    }
}
