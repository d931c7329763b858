// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxContract
import WindowboxServiceKit

@testable import WindowboxCatalogue
@testable import WindowboxServer

@Suite("A full database") struct FullDatabaseTests {
    private static func run(_ statement: SQL, on service: RunningService) async throws {
        let store = try #require(service.catalogue.resources as? SQLResources).store
        _ = try await store.write { try $0.rows(statement) }
    }

    @Test("is told as what passes, and nothing that was kept is lost") func full() async throws {
        try await RunningService.with { service in
            let manager = try await Manager(service)
            let made = try await manager.send(.POST, "/v1/admin/channels", json: #"{"name":"first"}"#)
            try #require(made.status == 201, "\(made.text)")
            let path = "/v1/admin/channels/\(try made.json(VideoChannel.self).id)"
            // The file grows no further: it can't be smaller than it is.
            try await Self.run("PRAGMA max_page_count = 1", on: service)
            let body = #"{"name":"second","bio":"\#(String(repeating: "a", count: 5000))"}"#
            var refused: Reply?
            for _ in 0..<20 where refused == nil {
                let reply = try await manager.send(.POST, "/v1/admin/channels", json: body)
                if reply.status != 201 { refused = reply }
            }
            let reply = try #require(refused)
            #expect(reply.status == 503 && reply.code == .unavailable && reply["Retry-After"] == "60", "\(reply.text)")
            #expect(try await manager.send(.GET, path).json(VideoChannel.self).name == "first")
            try await Self.run("PRAGMA max_page_count = 1000000", on: service)
            #expect(try await manager.send(.POST, "/v1/admin/channels", json: body).status == 201)
        }
    }

    @Test("of PostgreSQL is told by its codes") func codes() {
        #expect(CatalogueError.failed("could not extend file", state: "53100").isFull)
        #expect(CatalogueError.failed("full", state: "SQLITE_FULL").canRetry)
        #expect(!CatalogueError.failed("syntax error", state: "42601").canRetry)
    }
}
