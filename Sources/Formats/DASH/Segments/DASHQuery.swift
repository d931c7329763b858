// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

/// The query that a manifest adds to the URLs of segments (ISO/IEC 23009-1, Annex I).
struct DASHQuery: Hashable, Sendable {
    /// What an element says about queries.
    enum Reading {
        case none
        case query(DASHQuery)
        /// An essential description that can't be followed: it needs response headers or a remote element.
        case unsupported
    }

    static let schemes = ["urn:mpeg:dash:urlparam:2014", "urn:mpeg:dash:urlparam:2016"]
    private static let longest = 4096

    /// Without the question mark; not empty.
    let text: String

    /// - Parameters:
    ///   - element: a period, an adaptation set or a representation.
    ///   - manifest: the manifest's URL, whose query may be passed on.
    static func read(_ element: MarkupElement, manifest: String) -> Reading {
        for child in element.elements where child.name == "EssentialProperty" || child.name == "SupplementalProperty" {
            guard schemes.contains(child.trimmed("schemeIdUri") ?? "") else { continue }
            let isEssential = child.name == "EssentialProperty"
            guard let info = child.elements.first(where: { $0.name == "UrlQueryInfo" || $0.name == "ExtUrlQueryInfo" }),
                info.attribute("href") == nil
            else {
                if isEssential { return .unsupported }
                continue
            }
            // Without a list, the query is for segments.
            let requests = (info.trimmed("includeInRequests") ?? "segment").split(whereSeparator: \.isWhitespace)
            guard requests.contains("segment") else { continue }
            guard let text = text(of: info, manifest: manifest) else {
                if isEssential { return .unsupported }
                continue
            }
            if !text.isEmpty { return .query(DASHQuery(text: text)) }
        }
        return .none
    }

    /// - Returns: nil for a template that can't be filled in.
    private static func text(of info: MarkupElement, manifest: String) -> String? {
        var parts: [String] = []
        if ["true", "1"].contains(info.trimmed("useMPDUrlQuery") ?? "") {
            let address = manifest.prefix { $0 != "#" }
            if let mark = address.firstIndex(of: "?") { parts.append(String(address[address.index(after: mark)...])) }
        }
        if let own = info.trimmed("queryString") { parts.append(own) }
        let whole = parts.filter { !$0.isEmpty }.joined(separator: "&")
        var template = (info.trimmed("queryTemplate") ?? "$querypart$")[...]
        var text = ""
        while let start = template.firstIndex(of: "$") {
            text += template[..<start]
            let rest = template[template.index(after: start)...]
            guard let end = rest.firstIndex(of: "$") else { return nil }
            let name = rest[..<end]
            template = rest[rest.index(after: end)...]
            if name.isEmpty {
                text += "$"
            } else if name == "querypart" {
                text += whole
            } else if name.hasPrefix("query:") {
                text += value(of: name.dropFirst(6), in: whole)
            } else {
                return nil
            }
        }
        text += template
        // What can't be part of a URL must not get into playlists.
        let isClean = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "#") }
        return isClean && text.utf8.count <= longest ? text : nil
    }

    private static func value(of name: Substring, in query: String) -> Substring {
        for part in query.split(separator: "&") {
            guard let mark = part.firstIndex(of: "="), part[..<mark] == name else { continue }
            return part[part.index(after: mark)...]
        }
        return ""
    }

    func added(to url: String) -> String { url + (url.contains("?") ? "&" : "?") + text }
}
