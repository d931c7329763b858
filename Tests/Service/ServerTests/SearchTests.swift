// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Search over HTTP", .onEachDatabase) struct SearchTests {
    private static func path(_ words: String, _ rest: String = "") -> String {
        APIRoute.path("searchVideos", query: ["q": words]) + rest
    }

    private static func find(_ client: Client, _ path: String) async throws -> ResourceList<Video> {
        let reply = try await client.get(path)
        #expect(reply.status == 200, "\(reply.text)")
        return try reply.json(ResourceList<Video>.self)
    }

    @Test("Videos are found page by page; a cursor tells nothing and fits only its own search") func pages() async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            for number in 0..<7 { try await service.addVideo("v\(number)") { $0.caption = "Red shoes \(number)" } }
            let client = try await service.client()
            var (found, path) = ([String](), Self.path("red sheos", "&page_size=3"))
            for _ in 0..<3 {
                let page = try await Self.find(client, path)
                found += page.data.map(\.id)
                guard let next = page.paging.next else { break }
                #expect(next.hasPrefix("/v1/search?q=red%20sheos&page_size=3&cursor="))
                path = next
            }
            #expect(found == (0..<7).reversed().map { "v\($0)" })
            #expect(try await Self.find(client, path).paging.next == nil)
            let cursor = try #require(path.components(separatedBy: "cursor=").last)
            // The same place looks different each time, and is encrypted.
            let again = try await Self.find(client, Self.path("red sheos", "&page_size=3")).paging.next
            let other = try await Self.find(client, Self.path("red sheos", "&page_size=3")).paging.next
            #expect(again != other)
            let strange = try await service.client(app: "app2")
            for (asking, wrong) in [
                (client, Self.path("red", "&cursor=\(cursor)")), (client, Self.path("red sheos", "&channel_id=c1&cursor=\(cursor)")),
                (strange, Self.path("red sheos", "&cursor=\(cursor)")), (client, Self.path("red sheos", "&cursor=2.5")),
                (client, Self.path("red sheos", "&cursor=0.1%20search%20app1%20-%20red%20sheos")),
                (client, Self.path("red sheos", "&cursor=")), (client, Self.path("red sheos", "&cursor=\(cursor.dropLast(3))AAA")),
            ] {
                let reply = try await asking.get(wrong)
                #expect(reply.status == 400, "\(wrong): \(reply.status)")
                #expect(reply.code == .invalidCursor, "\(wrong)")
            }
        }
    }

    @Test("Bad searches are refused with the field; texts without words find nothing") func bad() async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            try await service.addVideo("v1")
            let client = try await service.client()
            for (path, field) in [
                ("/v1/search", "q"), (Self.path(String(repeating: "a", count: 257)), "q"), (Self.path("a", "&page_size=0"), "page_size"),
                (Self.path("a", "&page_size=101"), "page_size"), (Self.path("a", "&page_size=x"), "page_size"),
            ] {
                let reply = try await client.get(path)
                #expect(reply.status == 422, "\(path)")
                #expect(reply.error?.field == field, "\(path)")
            }
            #expect(try await client.get(Self.path("a", "&channel_id=none")).status == 404)
            for text in ["", "***", "\u{E001}e", "'; DROP TABLE video_search; --", "\"\"\"", "NEAR(", "🎉", "\u{202E}"] {
                #expect(try await Self.find(client, Self.path(text)).data == [], "\(text)")
            }
            #expect(try await service.get(Self.path("video")).status == 401)
        }
    }

    @Test("A locked stream's video is found without its media, and not by what is said in it") func locked() async throws {
        try await RunningService.taking { service in
            try await service.addVideo("v1") { ($0.caption, $0.hlsURL) = ("Premiere", "https://example.org/secret.m3u8") }
            let manager = try await Manager(service)
            let captions = "WEBVTT\n\n00:01.000 --> 00:02.000\n<i>Abracadabra</i>\n"
            let set = try await manager.send(
                .PUT, path: "/v1/admin/videos/v1/subtitles/en", bytes: Array(captions.utf8), type: "text/vtt")
            #expect(set.status == 200, "\(set.text)")
            let client = try await service.client()
            #expect(try await Self.find(client, Self.path("abracadabra")).data.map(\.id) == ["v1"])
            var stream = LiveStream(id: "l1", videoID: "v1", channelID: "c1", title: "x")
            stream.accessCodeHash = "hash"
            try await service.catalogue.resources.save(stream, at: service.clock.now)
            #expect(try await Self.find(client, Self.path("abracadabra")).data == [])
            let found = try await client.get(Self.path("premiere"))
            #expect(try found.json(ResourceList<Video>.self).data.map(\.id) == ["v1"])
            #expect(!found.text.contains("secret.m3u8"))
            #expect(try await manager.send(.DELETE, "/v1/admin/videos/v1/subtitles/en").status == 200)
            stream.accessCodeHash = nil
            try await service.catalogue.resources.save(stream, at: service.clock.now)
            #expect(try await Self.find(client, Self.path("abracadabra")).data == [])
        }
    }

    @Test("A guest who searches too often has to wait, while others don't") func limit() async throws {
        try await RunningService.with { service in
            let (eager, other) = (try await service.client(), try await service.client())
            var statuses: [Int] = []
            for _ in 0..<41 { statuses.append(try await eager.get(Self.path("a")).status) }
            #expect(statuses.last == 429)
            #expect(statuses.dropLast().allSatisfy { $0 == 200 })
            #expect(try await other.get(Self.path("a")).status == 200)
            #expect(try await eager.get("/v1/config").status == 200)
        }
    }

    @Test("The page shows results and asks for more; what was typed is escaped") func page() async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            for number in 0..<30 { try await service.addVideo("v\(number)") { $0.caption = "Red shoes \(number)" } }
            _ = try await service.client()
            let page = try await service.get("/search?q=red")
            #expect(page.status == 200)
            #expect(page.text.contains("/watch/v29"))
            #expect(page.text.contains("name=\"robots\" content=\"noindex\""))
            let more = try #require(page.text.firstMatch(of: /rel="next" href="(\/search[^"]*)"/)?.1)
            let second = try await service.get(String(more).replacing("&amp;", with: "&"))
            #expect(second.text.contains("/watch/v0\""))
            #expect(!second.text.contains("/watch/v29\""))
            let hostile = try await service.get("/search?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E")
            #expect(hostile.status == 200)
            #expect(!hostile.text.contains("<script>alert"))
            #expect(hostile.text.contains("No videos were found"))
            #expect(try await service.get("/search").status == 200)
            // A wrong cursor leads to the beginning.
            #expect(try await service.get("/search?q=red&cursor=x").text.contains("/watch/v29\""))
            #expect(try await service.get("/").text.contains("role=\"search\""))
        }
    }
}
