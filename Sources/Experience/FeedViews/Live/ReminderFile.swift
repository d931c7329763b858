// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxFeed

/// A calendar entry as a file for the user's calendar application.
struct ReminderFile {
    let folder: URL

    /// - Parameters:
    ///   - entry: iCalendar data (RFC 5545).
    ///   - title: of the stream; untrusted.
    /// - Returns: the file's URL; an existing file is replaced.
    func write(_ entry: String, title: String) throws -> URL {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: Self.name(title))
        try Data(entry.utf8).write(to: file, options: .atomic)
        return file
    }

    /// Keeps only letters, digits and a few others: no folders, no hidden files, no shell metacharacters.
    static func name(_ title: String) -> String {
        let kept = DisplayText.clean(title, limit: 60).map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "_" }
        // File names are limited to 255 bytes.
        var text = ""
        for character in kept where text.utf8.count + String(character).utf8.count <= 200 { text.append(character) }
        text = text.split(separator: "_").joined(separator: "_")
        return (text.isEmpty ? "livestream" : text) + ".ics"
    }
}
