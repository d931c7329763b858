// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The files and folders that a web server lists for a folder: the links of its page that lead one level down.
struct FolderListing {
    struct Entry: Hashable {
        /// Decoded, without a slash.
        var name: String
        /// Absolute.
        var url: URL
        var isFolder: Bool
    }

    private(set) var entries: [Entry] = []

    private static let maxLinks = 20_000
    /// Bytes.
    private static let longestTag = 4096

    /// - Parameters:
    ///   - page: HTML, as servers write it: nginx, Apache, lighttpd, Caddy and Python.
    ///   - folder: its URL, which ends with a slash. Links elsewhere are left out.
    init(_ page: [UInt8], of folder: URL) {
        var known: Set<String> = []
        for link in Self.links(in: page) {
            guard let url = URL(string: link, relativeTo: folder)?.absoluteURL, url.hasOrigin(of: folder), url.query() == nil,
                let entry = Self.entry(url, in: folder), known.insert(entry.name).inserted
            else { continue }
            entries.append(entry)
        }
    }

    private static func entry(_ url: URL, in folder: URL) -> Entry? {
        let (path, prefix) = (url.path(percentEncoded: true), folder.path(percentEncoded: true))
        guard path.hasPrefix(prefix) else { return nil }
        var rest = path.dropFirst(prefix.count)
        let isFolder = rest.last == "/"
        if isFolder { rest.removeLast() }
        guard !rest.contains("/"), let name = String(rest).removingPercentEncoding, !name.isEmpty, name != ".", name != "..",
            !name.contains(where: { $0 == "/" || $0.unicodeScalars.contains { $0.properties.generalCategory == .control } })
        else { return nil }
        return Entry(name: name, url: url, isFolder: isFolder)
    }

    /// The targets of `<a>` elements.
    private static func links(in page: [UInt8]) -> [String] {
        var links: [String] = []
        var (index, tags) = (0, 0)
        while index + 3 < page.count, tags < maxLinks {
            guard page[index] == UInt8(ascii: "<"), page[index + 1] | 0x20 == UInt8(ascii: "a"), isSpace(page[index + 2]) else {
                index += 1
                continue
            }
            tags += 1
            // No name of a file contains an unencoded "<" in a page. Reading on to the end of each tag would take long for a page full of them.
            let tag = page[(index + 2)..<min(index + longestTag, page.count)].prefix { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "<") }
            if let link = target(of: tag) { links.append(link) }
            index += 3
        }
        return links
    }

    /// The value of the attribute `href` in what follows a tag's name.
    private static func target(of tag: ArraySlice<UInt8>) -> String? {
        let name = Array("href".utf8)
        var index = tag.startIndex
        while index + name.count < tag.endIndex {
            defer { index += 1 }
            guard isSpace(tag[index]), tag[(index + 1)...].prefix(name.count).elementsEqual(name, by: { $0 | 0x20 == $1 }) else { continue }
            var rest = tag[(index + 1 + name.count)...].drop(while: isSpace)
            guard rest.popFirst() == UInt8(ascii: "=") else { continue }
            rest = rest.drop(while: isSpace)
            guard let first = rest.first else { return nil }
            let isQuoted = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
            let value = isQuoted ? rest.dropFirst().prefix { $0 != first } : rest.prefix { !isSpace($0) }
            let text = String(decoding: value, as: UTF8.self)
            return text.replacing("&#39;", with: "'").replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

extension URL {
    /// Whether scheme, host and port are the same.
    func hasOrigin(of other: URL) -> Bool {
        func port(_ url: URL) -> Int { url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80) }
        return scheme?.lowercased() == other.scheme?.lowercased() && host()?.lowercased() == other.host()?.lowercased()
            && port(self) == port(other)
    }
}
