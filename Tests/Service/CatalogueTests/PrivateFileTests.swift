// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract

@testable import WindowboxCatalogue

@Suite("Database files") struct PrivateFileTests {
    private static func with(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-private-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    private static func mode(_ url: URL) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        return try #require((attributes[.posixPermissions] as? NSNumber)?.intValue)
    }

    @Test("Database files and their folder are accessible to their owner only") func made() async throws {
        try await Self.with { folder in
            let path = folder.appending(path: "kept/x.sqlite")
            let catalogue = try await Catalogue(path.path)
            try await catalogue.resources.save(Business(id: "b1", name: "x"), at: OpenedCatalogue.noon)
            let names = try FileManager.default.contentsOfDirectory(atPath: path.deletingLastPathComponent().path)
            #expect(names.contains("x.sqlite-wal"))
            #expect(names.contains("x.sqlite-feeds"))
            for name in names { #expect(try Self.mode(folder.appending(path: "kept/\(name)")) == 0o600, "\(name)") }
            #expect(try Self.mode(folder.appending(path: "kept")) == 0o700)
            try await catalogue.close()
        }
    }

    @Test("World-readable files lose that access, and keep the access that their owner granted") func closed() async throws {
        try await Self.with { folder in
            let path = folder.appending(path: "x.sqlite")
            try await Catalogue(path.path).close()
            for (before, after) in [(0o644, 0o640), (0o666, 0o660), (0o600, 0o600)] {
                try FileManager.default.setAttributes([.posixPermissions: before], ofItemAtPath: path.path)
                try await Catalogue(path.path).close()
                #expect(try Self.mode(path) == after)
            }
        }
    }
}
