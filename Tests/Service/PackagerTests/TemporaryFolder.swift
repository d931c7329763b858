// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder that is removed after the test.
enum TemporaryFolder {
    @discardableResult static func with<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-packager-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder.resolvingSymlinksInPath())
    }
}
