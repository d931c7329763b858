// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxContract
import WindowboxServiceKit

@testable import WindowboxCatalogue
@testable import WindowboxServer

@Suite("Full or damaged databases") struct FullDatabaseTests {
    private static func run(_ statement: SQL, on service: RunningService) async throws {
        let store = try #require(service.catalogue.resources as? SQLResources).store
        _ = try await store.write { try $0.rows(statement) }
    }

    @Test("A full database is reported as temporary, and no stored data is lost") func full() async throws {
        try await RunningService.with { service in
            let manager = try await Manager(service)
            let made = try await manager.send(.POST, "/v1/admin/channels", json: #"{"name":"first"}"#)
            try #require(made.status == 201, "\(made.text)")
            let path = "/v1/admin/channels/\(try made.json(VideoChannel.self).id)"
            // Stops the file from growing: the limit can't be below the current size.
            try await Self.run("PRAGMA max_page_count = 1", on: service)
            let body = #"{"name":"second","bio":"\#(String(repeating: "a", count: 5000))"}"#
            var refused: Reply?
            for _ in 0..<20 where refused == nil {
                let reply = try await manager.send(.POST, "/v1/admin/channels", json: body)
                if reply.status != 201 { refused = reply }
            }
            let reply = try #require(refused)
            #expect(reply.status == 503, "\(reply.text)")
            #expect(reply.code == .unavailable, "\(reply.text)")
            #expect(reply["Retry-After"] == "60", "\(reply.text)")
            #expect(try await manager.send(.GET, path).json(VideoChannel.self).name == "first")
            try await Self.run("PRAGMA max_page_count = 1000000", on: service)
            #expect(try await manager.send(.POST, "/v1/admin/channels", json: body).status == 201)
        }
    }

    @Test("A full database makes the service not ready until there is room again") func readiness() async throws {
        try await RunningService.with { service in
            #expect(try await service.get("/readyz").status == 200)
            try await Self.run("PRAGMA max_page_count = 1", on: service)
            // Deleted rows have left space in the file.
            let manager = try await Manager(service)
            let body = #"{"name":"x","bio":"\#(String(repeating: "a", count: 5000))"}"#
            var isFull = false
            for _ in 0..<40 where !isFull { isFull = try await manager.send(.POST, "/v1/admin/channels", json: body).status == 503 }
            #expect(isFull)
            service.clock.advance(by: ReadinessProbe.lifetime)
            let reply = try await service.get("/readyz")
            #expect(reply.status == 503, "\(reply.text)")
            #expect(reply.error?.message.contains("no space left") == true, "\(reply.text)")
            try await Self.run("PRAGMA max_page_count = 1000000", on: service)
            // A repeated request gets the cached result.
            #expect(try await service.get("/readyz").status == 503)
            service.clock.advance(by: ReadinessProbe.lifetime)
            #expect(try await service.get("/readyz").status == 200)
        }
    }

    @Test("A damaged database is detected, and makes the service not ready") func damaged() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-damaged-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "x.sqlite").path
        let whole = try await Catalogue(path)
        // More than the write-ahead log holds before it is written to the file itself.
        for part in 0..<5 {
            let channels = (0..<500).map { number in
                var channel = VideoChannel(id: "c\(part)-\(number)", businessID: "b1", name: "x", slug: "c\(part)-\(number)")
                channel.bio = String(repeating: "a", count: 3000)
                return channel
            }
            try await whole.resources.save(channels, at: SetClock.noon)
        }
        #expect(try await whole.verify())
        try await whole.close()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        // The middle of the file, which is not read when it is opened.
        let pages = try file.seekToEnd() / 4096
        try #require(pages > 300)
        try file.seek(toOffset: pages / 2 * 4096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 60 * 4096))
        try file.close()
        try await RunningService.with(database: path) { service in
            #expect(try await !service.catalogue.verify())
            let reply = try await service.get("/readyz")
            #expect(reply.status == 503, "\(reply.text)")
            #expect(reply.error?.message.contains("backup") == true, "\(reply.text)")
        }
    }

    @Test("The media folder must exist and have room, too") func media() async throws {
        try await RunningService.with { service in
            func fault(_ folder: String?) async -> String? { await ReadinessProbe.fault(of: service.catalogue, media: folder) }
            #expect(await fault(nil) == nil)
            #expect(await fault("/nowhere") == "The media folder doesn't exist.")
            // A file system that never has any space.
            #expect(await fault("/proc")?.contains("disk is full") == true)
        }
    }

    @Test("PostgreSQL's error codes for a full database are recognized") func codes() {
        #expect(CatalogueError.failed("could not extend file", state: "53100").isFull)
        #expect(CatalogueError.failed("full", state: "SQLITE_FULL").canRetry)
        #expect(!CatalogueError.failed("syntax error", state: "42601").canRetry)
    }
}
