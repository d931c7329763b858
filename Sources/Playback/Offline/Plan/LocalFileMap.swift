// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// Assigns a local file to each resource in the playlists. The same resource always gets the same file.
struct LocalFileMap: Sendable {
    private struct Name: Hashable {
        var url: String
        var offset: Int
        var length: Int?
        var key: DownloadedResource.Key?
    }

    private(set) var resources: [DownloadedResource] = []
    private var places: [Name: Int] = [:]

    /// - Returns: the name of the local file.
    mutating func file(of uri: URIReference, _ range: ByteRange?, track: String, seconds: Double) -> String {
        let name = Name(url: uri.url, offset: range?.offset ?? 0, length: range?.length)
        return add(name, track: track, seconds: seconds, suffix: Self.suffix(of: name.url))
    }

    mutating func file(of key: Key, uri: URIReference) -> String {
        let name = Name(url: uri.url, offset: 0, length: nil, key: .init(method: key.method.name, format: key.keyFormat))
        return add(name, track: "key", seconds: 0, suffix: "key")
    }

    private mutating func add(_ name: Name, track: String, seconds: Double, suffix: String) -> String {
        if let index = places[name] {
            resources[index].seconds += seconds
            return resources[index].file
        }
        let file = "\(track)-\(resources.count).\(suffix)"
        places[name] = resources.count
        resources.append(
            DownloadedResource(file: file, url: name.url, offset: name.offset, length: name.length, key: name.key, seconds: seconds))
        return file
    }

    /// The file extension of a URL, if it is suitable for a local file; otherwise `bin`.
    static func suffix(of url: String) -> String {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        guard !url.hasPrefix("data:"), let last = path.split(separator: "/").last, let dot = last.lastIndex(of: ".") else { return "bin" }
        let suffix = last[last.index(after: dot)...]
        let isPlain =
            (1...5).contains(suffix.utf8.count)
            && suffix.utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 >= 0x30 && $0 <= 0x39 }
        // Only playlists may have the extension of a playlist.
        return isPlain && !suffix.lowercased().hasPrefix("m3u") ? suffix.lowercased() : "bin"
    }
}
