// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxInsertion
import WindowboxOrigin
import WindowboxPackager

@testable import WindowboxServer

@Suite("Stitched streams over HTTP") struct InsertionRouteTests {
    private static func content() async throws -> Origin {
        try await Origin { request in
            switch request.path {
            case "/content/index.m3u8":
                .text("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900000\nvideo.m3u8\n", type: "application/vnd.apple.mpegurl")
            case "/content/video.m3u8":
                .text("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n0.ts\n#EXT-X-ENDLIST\n", type: "application/vnd.apple.mpegurl")
            default: OriginResponse(status: 404)
            }
        }
    }

    @Test("3.1 A session is created, its playlists are read, and it is deleted") func session() async throws {
        let origin = try await Self.content()
        try await RunningService.with { settings, _ in
            settings.insertion.origins = ["\(origin.address)/content"]
        } _: { service in
            let made = try await service.send(.POST, "/stitched/sessions", json: "{\"origin\":\"\(origin.address)/content/index.m3u8\"}")
            #expect(made.status == 201)
            let addresses = try made.json([String: String].self)
            let manifest = try #require(addresses["manifest_url"])
            #expect(manifest.hasPrefix("\(service.address)/stitched/"))
            let multivariant = try await service.get(manifest)
            #expect(multivariant["Content-Type"] == "application/vnd.apple.mpegurl")
            #expect(multivariant["Cache-Control"] == "no-store")
            #expect(multivariant["Access-Control-Allow-Origin"] == "*")
            let media = try await service.get(String(manifest.dropLast("index.m3u8".count)) + "v0.m3u8")
            #expect(media.status == 200)
            #expect(media.text.contains("\(origin.address)/content/0.ts"))
            #expect(try await service.get(try #require(addresses["tracking_url"])).text == "{\"avails\":[]}")
            let id = try #require(addresses["session_id"])
            #expect(try await service.send(.DELETE, "/stitched/\(id)").status == 204)
            #expect(try await service.get(manifest).status == 410)
            #expect(try await service.get("/metrics").text.contains("windowbox_ads_sessions_total 1"))
        }
        await origin.stop()
    }

    @Test(
        "A recording's playlist is compressed for clients that accept it",
        arguments: [
            ("gzip, deflate, br", true), ("br;q=1.0, GZIP;q=0.5", true), ("*", true), ("x-gzip", true), ("gzip;q=0, *", false),
            ("identity", false), ("deflate", false), ("*;q=0", false), ("gzip;q=nonsense", false),
        ]) func packed(_ accepted: String, _ isPacked: Bool) async throws
    {
        let origin = try await Self.content()
        try await RunningService.with { settings, _ in
            settings.insertion.origins = ["\(origin.address)/content"]
        } _: { service in
            let made = try await service.send(.POST, "/stitched/sessions", json: "{\"origin\":\"\(origin.address)/content/index.m3u8\"}")
            let id = try #require(try made.json([String: String].self)["session_id"])
            let plain = try await service.get("/stitched/\(id)/v0.m3u8", [("Accept-Encoding", "identity")])
            #expect(plain["Vary"]?.contains("Accept-Encoding") == true)
            #expect(plain["Content-Encoding"] == nil)
            let asked = try await service.get("/stitched/\(id)/v0.m3u8", [("Accept-Encoding", accepted)])
            #expect(asked.status == 200)
            #expect(asked["Content-Encoding"] == (isPacked ? "gzip" : nil))
            // The client decompresses it.
            #expect(asked.body == plain.body)
            #expect(asked["Vary"] == plain["Vary"])
            // Responses for a single session are left to the proxy to compress, if at all.
            #expect(try await service.get("/stitched/\(id)/index.m3u8", [("Accept-Encoding", accepted)])["Content-Encoding"] == nil)
        }
        await origin.stop()
    }

    @Test("A refused origin is reported, and nothing is fetched from it") func refused() async throws {
        let origin = try await Self.content()
        try await RunningService.with { settings, _ in
            settings.insertion.origins = ["\(origin.address)/other"]
        } _: { service in
            let wish = "{\"origin\":\"\(origin.address)/content/index.m3u8\"}"
            let begun = try await service.send(.POST, "/stitched/sessions", json: wish)
            #expect(begun.status == 403)
            #expect(try await service.send(.POST, "/stitched/sessions", json: "{}").status == 400)
            #expect(try await service.get("/stitched/nobody/index.m3u8").status == 404)
            #expect(try await service.send(.OPTIONS, "/stitched/sessions").status == 204)
        }
        try await RunningService.with { service in
            let begun = try await service.send(.POST, "/stitched/sessions", json: "{}")
            #expect(begun.status == 404)
        }
        await origin.stop()
    }

    @Test("3.3 An ad file that is no playlist is packaged by one job, and available afterwards") func films() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-films-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let catalogue = try await Catalogue(folder.appending(path: "x.sqlite").path)
        let storage = try DiskStorage(folder: folder.appending(path: "media"))
        let uploadPipeline = UploadPipeline(catalogue: catalogue, storage: storage, rule: .any)
        let films = CreativePackager(
            catalogue: catalogue, ingest: uploadPipeline.ingest, publicURL: "https://service.test", clock: { Date() })
        await films.prepare("house:spot", from: "http://127.0.0.1:9/spot.mp4")
        await films.prepare("house:spot", from: "http://127.0.0.1:9/spot.mp4")
        #expect(await films.address(of: "house:spot") == nil)
        let now = Date()
        let job = try #require(try await catalogue.jobs.take(kinds: ["package"], worker: "w", for: 60, at: now))
        #expect(try await catalogue.jobs.take(kinds: ["package"], worker: "w", for: 60, at: now) == nil)
        let id = try #require(job.payload["video"]?.text)
        // As hard to hit as an id can be.
        #expect(id.utf8.count == 16 && OpaqueID.isWellFormed(id))
        _ = try await catalogue.resources.update(Video.self, id: id, at: now) { video in
            (video.status, video.hlsURL) = (.ready, "/media/videos/\(id)/1/index.m3u8")
        }
        #expect(await films.address(of: "house:spot") == "https://service.test/media/videos/\(id)/1/index.m3u8")
        #expect(await films.address(of: "house:other") == nil)
        try await catalogue.close()
    }

    @Test("A failed creative is packaged again on another day, and their number per day is limited") func filmsAgain() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-films-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let catalogue = try await Catalogue(folder.appending(path: "x.sqlite").path)
        let storage = try DiskStorage(folder: folder.appending(path: "media"))
        let uploadPipeline = UploadPipeline(catalogue: catalogue, storage: storage, rule: .any)
        let clock = SetClock()
        let films = CreativePackager(
            catalogue: catalogue, ingest: uploadPipeline.ingest, publicURL: "https://service.test", clock: { clock.now }, perDay: 2)
        func jobs() async throws -> [String] {
            var videos: [String] = []
            while let job = try await catalogue.jobs.take(kinds: ["package"], worker: "w", for: 60, at: clock.now) {
                videos.append(try #require(job.payload["video"]?.text))
                _ = try await catalogue.jobs.fail(job, fault: "gone", retryAt: nil, keeping: nil)
            }
            return videos
        }
        for name in ["a", "b", "c"] { await films.prepare(name, from: "http://127.0.0.1:9/\(name).mp4") }
        let first = try await jobs()
        #expect(first.count == 2)
        for id in first {
            _ = try await catalogue.resources.update(Video.self, id: id, at: clock.now) { $0.status = .failed }
        }
        clock.advance(by: 3600)
        await films.prepare("a", from: "http://127.0.0.1:9/a.mp4")
        #expect(try await jobs() == [])
        clock.advance(by: 86_400)
        await films.prepare("a", from: "http://127.0.0.1:9/a.mp4")
        let again = try await jobs()
        #expect(again.count == 1 && Set(first).isSuperset(of: again), "\(again)")
        await films.prepare("c", from: "http://127.0.0.1:9/c.mp4")
        #expect(try await jobs().count == 1)
        try await catalogue.close()
    }

    @Test("A creative that nobody has used for a month is deleted with its media") func unusedFilms() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-films-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let catalogue = try await Catalogue(folder.appending(path: "x.sqlite").path)
        let storage = try DiskStorage(folder: folder.appending(path: "media"))
        let ingest = UploadPipeline(catalogue: catalogue, storage: storage, rule: .any).ingest
        let clock = SetClock()
        let films = CreativePackager(catalogue: catalogue, ingest: ingest, publicURL: "https://service.test", clock: { clock.now })
        for name in ["used", "unused"] { await films.prepare(name, from: "http://127.0.0.1:9/\(name).mp4") }
        // Made by an earlier version.
        try await catalogue.resources.save(Video(id: "ad-old", channelID: Video.adVideoChannel), at: clock.now)
        func kept() async throws -> Set<String> { Set(try await catalogue.resources.ids(Video.self, parent: Video.adVideoChannel)) }
        let all = try await kept()
        #expect(all.count == 3)
        try await CreativePackager.removeUnused(from: catalogue, ingest, at: clock.now)
        clock.advance(by: 29 * 86_400)
        #expect(await films.keep("used"))
        clock.advance(by: 2 * 86_400)
        try await CreativePackager.removeUnused(from: catalogue, ingest, at: clock.now)
        let left = try await kept()
        #expect(left.count == 1)
        #expect(await films.keep("used"))
        #expect(await !films.keep("unused"))
        var removed: Set<String> = []
        while let job = try await catalogue.jobs.take(kinds: ["remove media"], worker: "w", for: 60, at: clock.now) {
            removed.insert(try #require(job.payload["video"]?.text))
        }
        #expect(removed == all.subtracting(left))
        try await catalogue.close()
    }
}
