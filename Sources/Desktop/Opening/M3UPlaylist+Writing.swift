// SPDX-License-Identifier: Apache-2.0

import Foundation

extension M3UPlaylist {
    /// An item of a list to write.
    struct Line: Equatable {
        var url: URL
        var title: String
        /// In seconds; nil if unknown.
        var duration: Double?
    }

    /// The text of a list, which ``entries(of:at:)`` reads.
    /// - Parameter list: where it will be stored. Files in its folder, or below, are named relative to it.
    static func text(of lines: [Line], at list: URL) -> String {
        let folder = list.deletingLastPathComponent().standardized.path(percentEncoded: false)
        return "#EXTM3U\n"
            + lines.map { line in
                let title = line.title.split(whereSeparator: \.isNewline).joined(separator: " ")
                let seconds = line.duration.map { $0.isFinite && $0 < 1e9 ? Int($0.rounded()) : -1 } ?? -1
                return "#EXTINF:\(seconds),\(title)\n\(address(of: line.url, from: folder))\n"
            }.joined()
    }

    private static func address(of url: URL, from folder: String) -> String {
        guard url.isFileURL else { return url.absoluteString }
        let path = url.path(percentEncoded: false)
        // A path can't be read back if it has line ends or spaces at its ends, or isn't UTF-8.
        guard !path.isEmpty, !path.contains(where: \.isNewline), path.trimmingCharacters(in: .whitespaces) == path,
            URL(filePath: path) == url.standardized || URL(filePath: path).absoluteString == url.absoluteString
        else { return url.absoluteString }
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        guard path.hasPrefix(prefix) else { return path }
        let name = String(path.dropFirst(prefix.count))
        // Otherwise it would be a comment, the path of a home folder, or an address.
        return name.hasPrefix("#") || name.hasPrefix("~") || name.contains(":") || name.first?.isWhitespace == true ? "./" + name : name
    }
}
