// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import NIOHTTP1
import Testing
import WindowboxContract
import WindowboxServiceKit

@testable import WindowboxCatalogue
@testable import WindowboxServer

@Suite("Encoder keys", .onEachDatabase) struct StreamKeyKeepingTests {
    @Test("A key is not in the database in plain text; its owner, its encoder and the next process still get it") func kept() async throws {
        try await LiveIngestManagerTests.with { service, studio in
            _ = try await Listener(service)
            try await service.addLive("l1", .idle)
            let manager = try await Manager(service)
            let path = "/v1/admin/live_streams/l1"
            let started = try await manager.send(.POST, "\(path)/start", [("Idempotency-Key", "k1")])
            let ingest = try #require(started.json(LiveStream.self).ingest)
            #expect(StreamKey.isOne(ingest.key))
            let replies = [
                try await manager.send(.GET, path), try await manager.send(.PATCH, path, json: #"{"title":"As before"}"#),
                try await manager.send(.PATCH, path, json: ContractJSON.text(["ingest": ingest])),
                try await manager.step("announce", #"{"text":"Welcome"}"#), try await manager.step("pause"),
            ]
            for reply in replies { #expect(try reply.json(LiveStream.self).ingest == ingest, "\(reply.text)") }
            let list = try await manager.send(.GET, "/v1/admin/live_streams").json(ResourceList<LiveStream>.self)
            #expect(list.data.map(\.ingest) == [ingest])
            let all = try await Self.everything(service)
            #expect(all.contains(ingest.url))
            #expect(!all.contains(ingest.key))

            await studio.close()
            try await LiveResumption(service.service, studio: studio, logger: .init(label: "test")).resume()
            #expect(try await studio.begin(LiveIngestManagerTests.stream()).ingest?.key == ingest.key)
            #expect(try await manager.send(.GET, path).json(LiveStream.self).ingest?.key == ingest.key)
            #expect(try await !Self.everything(service).contains(ingest.key))
        }
    }

    @Test("A key stored by an earlier version or under an older secret is encrypted again") func renewed() async throws {
        try await RunningService.with({ settings, _ in settings.secrets = ["new", "old"] }) { service in
            let old = ["l1": StreamKey.make(), "l2": StreamKey.make(), "l3": StreamKey.make()]
            let kept = [
                "l1": old["l1"] ?? "", "l2": try Vault(secrets: ["old"]).seal(old["l2"] ?? ""),
                "l3": try Vault(secrets: ["lost"]).seal(old["l3"] ?? ""),
            ]
            for (id, key) in kept {
                try await service.addLive(id, .idle) { $0.ingest = LiveIngest(url: "rtmp://127.0.0.1:1/live", key: key) }
            }
            try await service.service.rotateSecrets()
            let manager = try await Manager(service)
            for id in ["l1", "l2"] {
                #expect(try await manager.send(.GET, "/v1/admin/live_streams/\(id)").json(LiveStream.self).ingest?.key == old[id])
                let now = try #require(try await service.catalogue.resources.find(LiveStream.self, id: id)?.ingest?.key)
                #expect(Vault(secrets: ["new"]).open(now) == old[id])
                #expect(now != old[id])
            }
            // It can't be decrypted: the next start creates another one.
            #expect(try await manager.send(.GET, "/v1/admin/live_streams/l3").json(LiveStream.self).ingest == nil)
            #expect(try await !Self.everything(service).contains(old["l1"] ?? ""))
        }
    }

    /// The whole content of the database as text; for SQLite the bytes of its files, including overwritten ones.
    private static func everything(_ service: RunningService) async throws -> String {
        if Make.current == .sqlite {
            let database = URL(fileURLWithPath: service.database)
            let names = try FileManager.default.contentsOfDirectory(atPath: database.deletingLastPathComponent().path)
            return try names.filter { $0.hasPrefix(database.lastPathComponent) }
                .map { String(decoding: try Data(contentsOf: database.deletingLastPathComponent().appending(path: $0)), as: UTF8.self) }
                .joined()
        }
        let store = try #require(service.catalogue.resources as? SQLResources).store
        return try await store.read { connection in
            try connection.rows(
                """
                SELECT query_to_xml('SELECT * FROM ' || quote_ident(tablename), true, false, '')::text FROM pg_tables
                WHERE schemaname = 'public'
                """
            ).map { $0.text(0) }.joined()
        }
    }
}
