// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxMedia

/// Something to play.
struct MediaEntry: Hashable, Sendable {
    /// Absolute URL.
    var url: URL
    /// Title from a list; nil uses the stream's title or its name.
    var title: String?

    init(url: URL, title: String? = nil) {
        self.url = url
        self.title = title
    }

    /// Parses a URL or a local path entered by the user.
    /// - Parameter base: base of relative paths.
    init?(_ text: String, title: String? = nil, relativeTo base: URL? = nil) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty, !text.contains("\0") else { return nil }
        // File names may contain a colon, such as "Alien: Romulus.mkv".
        if text.contains("://") || (text.hasPrefix("data:") && text.contains(",")) || text.hasPrefix("file:/"), let url = URL(string: text),
            let scheme = url.scheme,
            scheme.count > 1
        {
            self.init(url: url, title: title)
        } else if ["http://", "https://"].contains(where: { text.lowercased().hasPrefix($0) }) {
            // Not a file, but an address with a mistake.
            return nil
        } else if let base, !base.isFileURL {
            // RFC 3986 4.2: a relative reference with a colon in its first segment.
            let relative = URL(string: text)?.scheme == nil ? text : "./" + text
            guard let url = URL(string: relative, relativeTo: base)?.absoluteURL else { return nil }
            self.init(url: url, title: title)
        } else {
            let path = text.hasPrefix("~/") ? NSHomeDirectory() + text.dropFirst() : text
            self.init(url: URL(filePath: path, relativeTo: base).absoluteURL.standardized, title: title)
        }
    }

    /// Parses what a user typed into a field for addresses, where `https://` is often left out.
    static func typed(_ text: String) -> MediaEntry? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let host = text.prefix { !"/?#".contains($0) }
        let isHost = host.contains(".") && !host.hasPrefix(".") && !host.contains { $0.isWhitespace || $0 == "~" }
        // Without a path it is rather the name of a file.
        guard isHost, host.count < text.count, !text.contains("://"), let path = MediaEntry(text), LocalFile(path.url) == nil else {
            return MediaEntry(text)
        }
        return MediaEntry("https://" + text) ?? path
    }

    /// Display name: the title, else the file name, else the host. For playlists with a common name, the folder's name.
    var name: String {
        if let title, !title.isEmpty { return title }
        let name = url.isFileURL ? LocalFile.name(of: url).withoutExtension : url.deletingPathExtension().lastPathComponent
        if ["m3u8", "m3u", "mpd"].contains(url.pathExtension.lowercased()), Self.isGeneric(name) { return folderName ?? name }
        guard name.isEmpty || name == "/" else { return name }
        return url.host().flatMap { $0.isEmpty ? nil : $0 } ?? url.absoluteString.withoutCredentials
    }

    private var folderName: String? {
        let folder = url.deletingLastPathComponent().pathComponents.last { $0 != "/" && !Self.isGeneric($0) }
        return switch (folder, url.host()) {
        case (let folder?, let host?) where !host.isEmpty: "\(folder) · \(host)"
        case (let folder?, _): folder
        case (nil, let host): host.flatMap { $0.isEmpty ? nil : $0 }
        }
    }

    /// A name that says nothing about the content.
    private static func isGeneric(_ name: String) -> Bool {
        let name = name.lowercased()
        let words = [
            "master", "index", "playlist", "main", "manifest", "stream", "video", "media", "output", "variant", "chunklist", "prog_index",
            "hls", "live", "vod",
        ]
        return words.contains(name) || name.allSatisfy { $0.isNumber || $0 == "-" || $0 == "_" }
    }
}

extension String {
    /// Without what follows the last full stop, unless that is all.
    fileprivate var withoutExtension: String {
        guard let dot = lastIndex(of: "."), dot > startIndex, index(after: dot) < endIndex, !self[dot...].contains(" ") else { return self }
        return String(self[..<dot])
    }
}
