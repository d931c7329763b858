// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Catalogue {
    /// Checks whether a database can be used, without changing it.
    /// - Parameter setting: as for ``Catalogue/init(_:days:report:)``.
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
        // It will be created: the nearest existing folder must be writable.
        var folder = URL(fileURLWithPath: setting).deletingLastPathComponent()
        while !manager.fileExists(atPath: folder.path), folder.path != "/" { folder = folder.deletingLastPathComponent() }
        guard manager.isWritableFile(atPath: folder.path) else { throw CatalogueError.unreachable("can't create \(setting)") }
    }

    /// Whether a setting refers to a PostgreSQL server.
    public static func isPostgres(_ setting: String) -> Bool {
        setting.hasPrefix("postgresql://") || setting.hasPrefix("postgres://") || setting.contains("dbname=")
    }
}
