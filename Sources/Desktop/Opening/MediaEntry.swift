// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxMedia

/// Something to play.
struct MediaEntry: Hashable, Sendable {
    /// Absolute.
    var url: URL
    /// What a list calls it; nil leaves it to the stream or its name.
    var title: String?

    init(url: URL, title: String? = nil) {
        self.url = url
        self.title = title
    }

    /// What a person wrote: an address, or a path of this machine.
    /// - Parameter base: where paths that begin nowhere begin.
    init?(_ text: String, title: String? = nil, relativeTo base: URL? = nil) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty, !text.contains("\0") else { return nil }
        // Of two letters at least, so that a drive of a foreign list does not count.
        if let url = URL(string: text), let scheme = url.scheme, scheme.count > 1 {
            self.init(url: url, title: title)
        } else if let base, !base.isFileURL {
            guard let url = URL(string: text, relativeTo: base)?.absoluteURL else { return nil }
            self.init(url: url, title: title)
        } else {
            let path = text.hasPrefix("~/") ? NSHomeDirectory() + text.dropFirst() : text
            self.init(url: URL(filePath: path, relativeTo: base).absoluteURL.standardized, title: title)
        }
    }

    /// Its title, else the name of the file, else the host. Where a playlist has a name that many have, that of its folder stands for it.
    var name: String {
        if let title, !title.isEmpty { return title }
        let name = url.deletingPathExtension().lastPathComponent
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

    /// A name that says nothing of what is played.
    private static func isGeneric(_ name: String) -> Bool {
        let name = name.lowercased()
        let words = [
            "master", "index", "playlist", "main", "manifest", "stream", "video", "media", "output", "variant", "chunklist", "prog_index",
            "hls", "live", "vod",
        ]
        return words.contains(name) || name.allSatisfy { $0.isNumber || $0 == "-" || $0 == "_" }
    }
}
