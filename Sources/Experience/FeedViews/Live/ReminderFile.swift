// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxFeed

/// The entry of a calendar as a file that the person's own calendar opens.
struct ReminderFile {
    let folder: URL

    /// - Parameters:
    ///   - entry: as RFC 5545 has it.
    ///   - title: of the stream, by anybody.
    /// - Returns: the file; one of the same name is replaced.
    func write(_ entry: String, title: String) throws -> URL {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: Self.name(title))
        try Data(entry.utf8).write(to: file, options: .atomic)
        return file
    }

    /// Letters, digits and a few others: no folder, no hidden file, nothing that a shell would read.
    static func name(_ title: String) -> String {
        let kept = DisplayText.clean(title, limit: 60).map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "_" }
        // A file's name has at most 255 bytes.
        var text = ""
        for character in kept where text.utf8.count + String(character).utf8.count <= 200 { text.append(character) }
        text = text.split(separator: "_").joined(separator: "_")
        return (text.isEmpty ? "livestream" : text) + ".ics"
    }
}
