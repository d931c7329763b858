// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxKit
import WindowboxOrigin
import WindowboxPackager

@testable import WindowboxServer

@Suite("New videos over HTTP", .onEachDatabase) struct VideoCreationTests {
    private static func upload(_ bytes: [UInt8], _ manager: Manager) async throws -> String {
        let upload = try await manager.send(.POST, "/v1/admin/uploads", json: #"{"file_name":"a.mp4","size":\#(bytes.count)}"#)
            .json(Upload.self)
        for (number, start) in stride(from: 0, to: bytes.count, by: Int(upload.partSize)).enumerated() {
            let part = Array(bytes[start..<min(bytes.count, start + Int(upload.partSize))])
            _ = try await manager.send(path: "/v1/admin/uploads/\(upload.id)/parts?number=\(number + 1)", bytes: part)
        }
        #expect(try await manager.send(.POST, "/v1/admin/uploads/\(upload.id)/complete").status == 200)
        return upload.id
    }

    static func form(_ fields: [(String, String)], file: [UInt8]?) -> [UInt8] {
        var bytes: [UInt8] = []
        for (name, value) in fields {
            bytes += Array("--edge\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        if let file {
            bytes += Array(
                "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.mp4\"\r\nContent-Type: video/mp4\r\n\r\n".utf8)
            bytes += file + Array("\r\n".utf8)
        }
        return bytes + Array("--edge--\r\n".utf8)
    }

    private static func send(_ form: [UInt8], _ manager: Manager) async throws -> Reply {
        try await manager.send(path: "/v1/admin/videos", bytes: form, type: "multipart/form-data; boundary=\"edge\"")
    }

    @Test("An uploaded file becomes a playable video with its metadata") func ready() async throws {
        let file = Array(try Data(contentsOf: URL(filePath: try GeneratedStreams.named("file-start-mp4").address)))
        try await RunningService.taking { service in
            let manager = try await Manager(service)
            let ingest = try #require(service.service.uploadPipeline).ingest
            let upload = try await Self.upload(file, manager)
            let body =
                #"{"channel_id":"c1","caption":"One","hashtags":["a"],"cohorts":{"age":["young"]},"upload_id":"\#(upload)","async":true}"#
            let key = [("Idempotency-Key", "k1")]
            let begun = try await manager.send(.POST, "/v1/admin/videos", json: body, key)
            #expect(begun.status == 202, "\(begun.text)")
            let made = try begun.json(VideoImport.self)
            #expect(made.status == .pending)
            #expect(try await manager.send(.POST, "/v1/admin/videos", json: body, key).json(VideoImport.self) == made)
            #expect(try await Manager(service, business: "b2").send(.GET, "/v1/admin/imports/\(made.id)").code == .notFound)
            // The same as a form.
            let formed = try await Self.send(
                Self.form([("channel_id", "c1"), ("caption", "Two"), ("hashtags", "x, y")], file: file), manager)
            #expect(formed.status == 201, "\(formed.text)")
            let second = try formed.json(Video.self)
            #expect(second.status == .pending)
            #expect(second.hashtags == ["x", "y"])
            #expect(try await service.client().get("/v1/videos/\(second.id)").status == 404)
            // Captions may arrive before the stream.
            let captions = Array("WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n".utf8)
            _ = try await manager.send(.PUT, path: "/v1/admin/videos/\(second.id)/subtitles/de", bytes: captions, type: "text/vtt")
            for _ in 0..<2 { #expect(try await ingest.worker().runOne()) }
            let done = try await manager.send(.GET, "/v1/admin/imports/\(made.id)").json(VideoImport.self)
            #expect(done.status == .ready)
            #expect(done.progress == 1)
            // Packaging, and so publishing, uses the machine's clock.
            service.clock.advance(by: Date().timeIntervalSince(service.clock.now))
            let later = try await Manager(service)
            for id in [made.videoID, second.id] {
                let video = try await later.send(.GET, "/v1/admin/videos/\(id)").json(Video.self)
                #expect(video.status == .ready)
                #expect(video.renditions.count == 1)
                #expect(video.height == 180)
                #expect(video.posterURL != nil)
                let seen = try await service.client().get("/v1/videos/\(id)").json(Video.self)
                let playlist = try await service.get(try #require(seen.hlsURL))
                #expect(playlist.status == 200)
                #expect(playlist.text.hasPrefix("#EXTM3U"))
                #expect(playlist.text.contains("LANGUAGE=\"de\"") == (id == second.id))
                #expect(try await service.get(try #require(seen.posterURL)).status == 200)
            }
            #expect(try await later.send(.GET, "/v1/admin/videos/\(made.videoID)").json(Video.self).cohorts == ["age": ["young"]])
            // Deleting a video deletes its files.
            let folder = try #require(StorageKey("videos/\(second.id)"))
            #expect(try await later.send(.DELETE, "/v1/admin/videos/\(second.id)").status == 204)
            #expect(try await ingest.worker().runOne())
            #expect(try await service.service.uploadPipeline?.storage.list(below: folder).isEmpty == true)
        }
    }

    @Test("A remote file is downloaded, and one that is no video is refused") func address() async throws {
        let file = Array(try Data(contentsOf: URL(filePath: try GeneratedStreams.named("file-start-mp4").address)))
        let origin = try await Origin { request in
            switch request.path {
            case "/a.mp4": OriginResponse(body: .bytes(file))
            case "/list": .text("#EXTM3U\n#EXTINF:1,\nhttp://169.254.169.254/latest\n")
            default: .text("no video")
            }
        }
        try await RunningService.taking({ ($0.reachesPrivateNetworks, $0.importTimeout) = (true, 30) }) { service in
            let manager = try await Manager(service)
            let ingest = try #require(service.service.uploadPipeline).ingest
            let worker = Task { await ingest.worker().run() }
            let good = try await manager.send(
                .POST, "/v1/admin/videos", json: #"{"channel_id":"c1","url":"\#(origin.address)/a.mp4"}"#)
            #expect(good.status == 201)
            #expect(try good.json(Video.self).status == .ready, "\(good.text)")
            for path in ["text", "list"] {
                let bad = try await manager.send(
                    .POST, "/v1/admin/videos", json: #"{"channel_id":"c1","url":"\#(origin.address)/\#(path)"}"#)
                #expect(bad.code == .importRefused, "\(bad.text)")
            }
            worker.cancel()
            await worker.value
        }
        await origin.stop()
    }

    @Test("A file in the import store becomes a video by key, only within its business") func object() async throws {
        let file = Array(try Data(contentsOf: URL(filePath: try GeneratedStreams.named("file-start-mp4").address)))
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-imports-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let storage = try DiskStorage(folder: folder)
        func put(_ name: String, _ bytes: [UInt8]) async throws {
            try await storage.put(.bytes(bytes), at: try #require(StorageKey(name)), type: "video/mp4")
        }
        try await put("b1/new/a.mp4", file)
        try await put("b2/a.mp4", file)
        try await put("b1/list.mp4", Array("#EXTM3U\n#EXTINF:1,\nhttp://169.254.169.254/latest\n".utf8))
        try await put("b1/large.mp4", [UInt8](repeating: 1, count: 3 << 20))
        try await RunningService.taking({ ($0.importStore, $0.maxUploadBytes) = (folder.path, 2 << 20) }) { service in
            let manager = try await Manager(service)
            let worker = try #require(service.service.uploadPipeline).ingest.worker()
            func ask(_ key: String, _ path: String = "videos") async throws -> Reply {
                try await manager.send(.POST, "/v1/admin/\(path)", json: #"{"channel_id":"c1","s3_key":"\#(key)","async":true}"#)
            }
            for key in ["../b2/a.mp4", "b2/a.mp4", "/b2/a.mp4", "new/../../b2/a.mp4", "new", "none.mp4", "", "."] {
                for path in ["videos", "imports"] { #expect(try await ask(key, path).status == 422, "\(key)") }
            }
            let both = #"{"channel_id":"c1","s3_key":"new/a.mp4","url":"https://a.test/a.mp4"}"#
            #expect(try await manager.send(.POST, "/v1/admin/videos", json: both).code == .importRefused)
            for (key, status) in [("new/a.mp4", VideoStatus.ready), ("list.mp4", .failed), ("large.mp4", .failed)] {
                let begun = try await ask(key).json(VideoImport.self)
                #expect(try await worker.runOne())
                let done = try await manager.send(.GET, "/v1/admin/imports/\(begun.id)").json(VideoImport.self)
                #expect(done.status == status, "\(key): \(done.error ?? "")")
            }
            // It belongs to the business, and is not deleted.
            #expect(try await storage.find(try #require(StorageKey("b1/new/a.mp4"))) != nil)
        }
        try await RunningService.taking { service in
            let refused = try await Manager(service).send(.POST, "/v1/admin/videos", json: #"{"channel_id":"c1","s3_key":"new/a.mp4"}"#)
            #expect(refused.code == .importRefused)
            #expect(refused.text.contains("import-store"))
        }
    }

    @Test(
        "Nothing is fetched from private networks, or from URLs in a playlist",
        arguments: [
            "http://127.0.0.1/a.mp4", "http://[::1]:80/a", "http://169.254.169.254/latest/meta-data", "http://10.0.0.1/",
            "file:///etc/passwd",
            "http://0/", "http://[::ffff:192.168.0.1]/a.mp4", "https://93.184.216.34/live/index.m3u8", "ftp://93.184.216.34/a", "a",
        ]) func closed(url: String) async throws
    {
        try await RunningService.taking { service in
            let manager = try await Manager(service)
            for path in ["videos", "imports"] {
                let reply = try await manager.send(.POST, "/v1/admin/\(path)", json: #"{"channel_id":"c1","url":"\#(url)","async":true}"#)
                #expect(reply.status == 422, "\(reply.text)")
                #expect(reply.code == .importRefused, "\(reply.text)")
            }
            #expect(try await manager.send(.GET, "/v1/admin/videos").json(ResourceList<Video>.self).data.isEmpty)
        }
    }

    @Test("A channel gets at most twenty videos in five minutes, across processes") func limit() async throws {
        try await RunningService.taking { service in
            let manager = try await Manager(service)
            try await service.addChannel("c2")
            let upload = try await Self.upload([1, 2, 3], manager)
            let body = #"{"channel_id":"c1","upload_id":"\#(upload)","async":true}"#
            for number in 0..<20 {
                #expect(try await manager.send(.POST, "/v1/admin/videos", json: body).status == 202)
                if number == 0 { service.clock.advance(by: 100) }
            }
            let refused = try await manager.send(.POST, "/v1/admin/videos", json: body)
            #expect(refused.status == 429)
            #expect(refused["Retry-After"] == "200")
            #expect(try await manager.send(.POST, "/v1/admin/videos", json: body.replacing("c1", with: "c2")).status == 202)
            // Records of external media use no quota.
            #expect(try await manager.send(.POST, "/v1/admin/videos", json: #"{"channel_id":"c1"}"#).status == 201)
            service.clock.advance(by: 201)
            #expect(try await manager.send(.POST, "/v1/admin/videos", json: body).status == 202)
            #expect(try await manager.send(.POST, "/v1/admin/videos", json: body).status == 429)
        }
    }

    @Test("An invalid form is refused before its file is stored") func forms() async throws {
        try await RunningService.taking { service in
            let manager = try await Manager(service)
            #expect(try await Self.send(Self.form([("channel_id", "c1")], file: nil), manager).error?.field == "file")
            #expect(try await Self.send(Self.form([], file: [1]), manager).error?.field == "channel_id")
            #expect(try await Self.send(Self.form([("channel_id", "c9")], file: [1]), manager).code == .invalidField)
            #expect(try await Self.send(Self.form([("channel_id", "c1")], file: []), manager).error?.field == "file")
            #expect(
                try await Self.send(Self.form([("channel_id", "c1"), ("caption", "\u{0}")], file: [1]), manager).error?.field == "caption")
            #expect(try await Self.send(Array(Self.form([("channel_id", "c1")], file: [1]).dropLast(8)), manager).status == 422)
            let none = try await manager.send(path: "/v1/admin/videos", bytes: [1], type: "multipart/form-data")
            #expect(none.error?.field == "Content-Type")
            #expect(try await manager.send(path: "/v1/admin/videos", bytes: [1], type: "video/mp4").code == .unsupportedMedia)
            let storage = try #require(service.service.uploadPipeline).storage
            #expect(try await storage.list(below: #require(StorageKey("uploads"))).isEmpty)
        }
    }
}
