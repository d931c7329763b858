// SPDX-License-Identifier: Apache-2.0

import Foundation

extension DatabaseImage {
    static func copy(_ path: String, into folder: URL) async throws -> DatabaseImage {
        guard FileManager.default.fileExists(atPath: path) else { throw CatalogueError.unreachable("\(path) doesn't exist") }
        let steps = try await copy(path, to: folder.appending(path: sqliteFile).path, .durable(.sqlite))
        let brief = Catalogue.briefFile(of: path)
        let hasBrief = FileManager.default.fileExists(atPath: brief)
        let briefSteps = hasBrief ? try await copy(brief, to: folder.appending(path: briefFile).path, .ephemeral) : nil
        return DatabaseImage(kind: .sqlite, steps: steps, briefSteps: briefSteps)
    }

    /// - Returns: the migrations of the copy.
    private static func copy(_ path: String, to target: String, _ migrations: Migrations) async throws -> [String] {
        let store = try SQLiteStore(path: path, isDurable: true)
        do {
            try await store.copy(to: target)
            try await store.close()
        } catch {
            try? await store.close()
            throw error
        }
        let image = try SQLiteStore(image: target)
        do {
            let steps = try await image.read { try migrations.applied(on: $0).map(\.name) }
            try await image.close()
            return steps
        } catch {
            try? await image.close()
            throw error
        }
    }

    /// Where each file of the image is restored to; for SQLite only.
    /// - Parameter path: the path of the database.
    public func destinations(for path: String) -> [(file: String, path: String)] {
        files.map { ($0, $0 == Self.briefFile ? Catalogue.briefFile(of: path) : path) }
    }
}
