// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder for one test, removed with it.
final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "windowbox-app-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ text: String, at path: String) throws {
        let file = url.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
}
