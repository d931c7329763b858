// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Catalogue {
    /// Looks whether a database can be used, and changes nothing.
    /// - Parameter setting: as ``Catalogue/init(_:days:)`` takes it.
    public static func check(_ setting: String) async throws {
        if isPostgres(setting) {
            let store = PostgresStore(setting: setting, connections: 1)
            do { _ = try await store.read { try $0.rows("SELECT 1") } } catch {
                try? await store.close()
                throw error
            }
            return try await store.close()
        }
        let manager = FileManager.default
        if manager.fileExists(atPath: setting) {
            guard manager.isWritableFile(atPath: setting) else { throw CatalogueError.unreachable("\(setting) can't be written") }
            return
        }
        // It will be made: the nearest folder that is there must let it be.
        var folder = URL(fileURLWithPath: setting).deletingLastPathComponent()
        while !manager.fileExists(atPath: folder.path), folder.path != "/" { folder = folder.deletingLastPathComponent() }
        guard manager.isWritableFile(atPath: folder.path) else { throw CatalogueError.unreachable("nothing can be made in \(folder.path)") }
    }

    /// Whether a setting means a PostgreSQL server.
    public static func isPostgres(_ setting: String) -> Bool {
        setting.hasPrefix("postgresql://") || setting.hasPrefix("postgres://") || setting.contains("dbname=")
    }
}
