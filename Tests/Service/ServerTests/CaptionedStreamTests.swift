// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxHLS
import WindowboxPackager

@testable import WindowboxServer

@Suite("Captions in streams over HTTP", .onEachDatabase) struct CaptionedStreamTests {
    private static let stream = """
        #EXTM3U
        #EXT-X-VERSION:7
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="text",NAME="English",LANGUAGE="en",AUTOSELECT=YES,URI="captions-1/index.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.64001f",SUBTITLES="text"
        180.m3u8

        """

    @Test("Added captions appear in the stream, and removed ones do not") func captionedStream() async throws {
        try await RunningService.taking { service in
            let manager = try await Manager(service)
            let captions = Array("WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n".utf8)
            let storage = try #require(service.service.uploadPipeline).storage
            let package = "videos/v1/p1"
            try await storage.put(
                .bytes(Array(Self.stream.utf8)), at: #require(StorageKey("\(package)/index.m3u8")), type: "application/vnd.apple.mpegurl")
            try await service.addVideo("v1") { video in
                video.hlsURL = "/media/\(package)/index.m3u8"
                video.durationMS = 70_000
                video.subtitles = [Subtitle(language: "en", url: "/media/\(package)/captions-1.vtt")]
            }
            func texts() async throws -> (playlist: MultivariantPlaylist, address: String) {
                let video = try await service.client().get("/v1/videos/v1").json(Video.self)
                let address = try #require(video.hlsURL)
                let reply = try await service.get(address)
                return (try #require(WindowboxHLS.Playlist.parse(Array(reply.body)).playlist?.multivariant), address)
            }
            let path = "/v1/admin/videos/v1/subtitles/"
            let set = try await manager.send(.PUT, path: path + "de", bytes: captions, type: "text/vtt")
            #expect(set.status == 200, "\(set.text)")
            let (both, address) = try await texts()
            #expect(both.renditions.map(\.language) == ["en", "de"])
            #expect(both.renditions.map(\.name) == ["English", "Deutsch"])
            #expect(both.variants.map(\.subtitlesGroup) == ["text"])
            #expect(both.variants.map(\.uri.text) == ["180.m3u8"])
            // Three segments of half a minute, each where its playlist says.
            let folder = String(address[..<(try #require(address.lastIndex(of: "/")))])
            let list = try #require(both.renditions.last?.uri).text
            let media = try await service.get("\(folder)/\(list)")
            let segments = try #require(WindowboxHLS.Playlist.parse(Array(media.body)).playlist?.media?.segments)
            #expect(segments.map(\.duration) == [30, 30, 10])
            let first = try #require(segments.first).uri.text
            #expect(try await service.get("\(folder)/\(list.replacing("index.m3u8", with: first))").text.contains("Hello"))
            #expect(try await manager.send(.DELETE, path + "en").status == 200)
            #expect(try await texts().playlist.renditions.map(\.language) == ["de"])
            #expect(try await manager.send(.DELETE, path + "de").status == 200)
            let (none, _) = try await texts()
            #expect(none.renditions.isEmpty)
            #expect(none.variants.map(\.subtitlesGroup) == [nil])
            // External streams are left alone.
            try await service.addVideo("v2")
            _ = try await manager.send(.PUT, path: "/v1/admin/videos/v2/subtitles/de", bytes: captions, type: "text/vtt")
            #expect(try await service.client().get("/v1/videos/v2").json(Video.self).hlsURL == "https://example.org/v2.m3u8")
        }
    }
}
