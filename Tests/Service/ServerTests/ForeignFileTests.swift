// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxPackager

@testable import WindowboxServer

/// The owner of a video writes its addresses, which may name the files of somebody else's video.
@Suite("Addresses of files of others", .onEachDatabase) struct ForeignFileTests {
    private static func put(_ texts: [String: String], _ service: RunningService) async throws {
        let storage = try #require(service.service.uploadPipeline).storage
        for (name, text) in texts {
            try await storage.put(
                .bytes(Array(text.utf8)), at: try #require(StorageKey(name)), type: PackageMediaType.name(of: name))
        }
    }

    private static let index = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900000\n180.m3u8\n"

    @Test("The playlists of a private video, or of one with a password, are not sent with another video's composition") func bundles()
        async throws
    {
        try await RunningService.taking { service in
            try await service.addChannel("c2", business: "b2")
            let media = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nsecret.mp4\n#EXT-X-ENDLIST\n"
            for id in ["open", "draft", "locked"] {
                try await Self.put(["videos/\(id)/p1/index.m3u8": Self.index, "videos/\(id)/p1/180.m3u8": media], service)
                try await service.addVideo(id) { video in
                    video.hlsURL = "/media/videos/\(id)/p1/index.m3u8"
                    if id == "draft" { video.access = .owners }
                    if id == "locked" { video.passwordVersion = "x" }
                }
                try await service.addVideo("of-\(id)", channel: "c2") { $0.hlsURL = "/media/videos/\(id)/p1/index.m3u8" }
                let urn = MediaName(.video, "of-\(id)").description
                let reply = try await service.client().get("/v1/compositions/\(urn)?bundle=yes")
                let preload = try reply.json(CompositionDocument.self).chapters.first?.resources.first?.preload ?? []
                #expect(preload.isEmpty == (id != "open"), "\(id): \(reply.status) \(reply.text)")
            }
        }
    }

    @Test("The files of a deleted video are closed at once, before they are deleted too") func deleted() async throws {
        try await RunningService.taking { service in
            let manager = try await Manager(service)
            let id = try await manager.send(.POST, "/v1/admin/videos", json: #"{"channel_id":"c1"}"#).json(Video.self).id
            let file = "videos/\(id)/p1/180.m3u8"
            try await Self.put([file: "#EXTM3U\n", "videos/holidays/a/180.m3u8": "#EXTM3U\n"], service)
            #expect(try await service.get("/media/\(file)").status == 200)
            #expect(try await manager.send(.DELETE, "/v1/admin/videos/\(id)").status == 204)
            #expect(try await service.get("/media/\(file)").status == 404)
            // An operator's own folder.
            #expect(try await service.get("/media/videos/holidays/a/180.m3u8").status == 200)
        }
    }

    @Test("The recording of a private video stays closed after its stream was deleted, whatever another video's address names")
    func recordings() async throws {
        try await RunningService.taking { service in
            try await service.addChannel("c2", business: "b2")
            let (resources, now) = (service.catalogue.resources, service.clock.now)
            let stream = OpaqueID.make()
            let (index, file) = ("live/\(stream)/t/index.m3u8", "live/\(stream)/t/180/1.mp4")
            try await Self.put([index: Self.index, file: "film"], service)
            try await service.addLive(stream, .replay) { $0.replay = LiveReplay(url: "/media/\(index)") }
            let own = "v-\(stream)"
            _ = try await resources.update(Video.self, id: own, at: now) { ($0.hlsURL, $0.access) = ("/media/\(index)", .everyone) }
            #expect(try await service.get("/media/\(file)").status == 200)
            try await service.addVideo("foreign", channel: "c2") { $0.hlsURL = "/media/\(index)" }
            #expect(try await resources.delete(LiveStream.self, id: stream))
            #expect(try await service.get("/media/\(file)").status == 200)
            _ = try await resources.update(Video.self, id: own, at: now) { $0.access = .owners }
            for path in [index, file] { #expect(try await service.get("/media/\(path)").status == 404) }
            try await service.addVideo("later", channel: "c2") { ($0.hlsURL, $0.posterURL) = ("/media/\(index)", "/media/\(file)") }
            for path in [index, file] { #expect(try await service.get("/media/\(path)").status == 404) }
            // Its owner still gets it.
            let owner = try await Manager(service)
            #expect(try await owner.send(.GET, "/media/\(file)").status == 200)
            #expect(try await resources.delete(Video.self, id: own))
            for path in [index, file] { #expect(try await service.get("/media/\(path)").status == 404) }
        }
    }

    @Test("A file of the operator's own folders stays that of the business that referred to it first") func shared() async throws {
        try await RunningService.taking { service in
            try await service.addChannel("c2", business: "b2")
            let (index, file) = ("films/sea/index.m3u8", "films/sea/hd/0.m4s")
            try await Self.put([index: Self.index, file: "film", "films/hills/index.m3u8": Self.index], service)
            try await service.addVideo("first") { ($0.hlsURL, $0.access) = ("/media/\(index)", .owners) }
            service.clock.advance(by: 1)
            try await service.addVideo("foreign", channel: "c2") { ($0.hlsURL, $0.posterURL) = ("/media/\(index)", "/media/\(file)") }
            try await service.addVideo("other", channel: "c2") { $0.hlsURL = "/media/films/hills/index.m3u8" }
            for path in [index, file] { #expect(try await service.get("/media/\(path)").status == 404, "\(path)") }
            #expect(try await service.get("/media/films/hills/index.m3u8").status == 200)
            _ = try await service.catalogue.resources.update(Video.self, id: "first", at: service.clock.now) { $0.access = .everyone }
            for path in [index, file] { #expect(try await service.get("/media/\(path)").status == 200, "\(path)") }
        }
    }

    @Test("The captions of somebody else's video don't get into one's own stream") func captions() async throws {
        try await RunningService.taking { service in
            let manager = try await Manager(service, business: "b2")
            try await service.addChannel("c2", business: "b2")
            let secret = "WEBVTT\n\n00:01.000 --> 00:02.000\nSecret\n"
            try await Self.put(["videos/v1/sent/subtitles-en-1.vtt": secret, "videos/mine/p1/index.m3u8": Self.index], service)
            try await service.addVideo("v1") { $0.access = .owners }
            try await service.addVideo("mine", channel: "c2") { video in
                video.hlsURL = "/media/videos/mine/p1/index.m3u8"
                video.durationMS = 5000
            }
            let path = "/v1/admin/videos/mine"
            let linked = #"{"subtitles":[{"lang":"en","url":"/media/videos/v1/sent/subtitles-en-1.vtt","default":true}]}"#
            #expect(try await manager.send(.PATCH, path, json: linked).status == 200)
            let own = Array(secret.replacing("Secret", with: "Own").utf8)
            let sent = try await manager.send(.PUT, path: path + "/subtitles/de", bytes: own, type: "text/vtt")
            #expect(sent.status == 200, "\(sent.text)")
            let storage = try #require(service.service.uploadPipeline).storage
            var texts: [String] = []
            for object in try await storage.list(below: try #require(StorageKey("videos/mine"))) {
                texts.append(String(decoding: try await storage.bytes(of: object.key) ?? [], as: UTF8.self))
            }
            #expect(texts.contains { $0.contains("Own") })
            #expect(!texts.contains { $0.contains("Secret") }, "\(texts)")
        }
    }
}
