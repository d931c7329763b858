// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder for one test, removed with it.
final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "windowbox-library-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }

    var library: URL { url.appending(path: "data/windowbox/library.sqlite") }
    var names: [String] {
        let folder = library.deletingLastPathComponent().path
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }
}
