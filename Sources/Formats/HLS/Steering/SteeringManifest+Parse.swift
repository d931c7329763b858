// SPDX-License-Identifier: Apache-2.0

/// Why a JSON document from a steering or ad server cannot be used.
public struct DocumentError: Error, Hashable, Sendable {
    /// A stable identifier for reports.
    public let name: String
    /// The cause and the remedy.
    public let message: String

    /// The document is not JSON.
    public static var malformed: DocumentError {
        DocumentError(name: "malformed", message: "the document is not JSON; check what the server sends")
    }
    /// The steering manifest has no VERSION, or another one than 1.
    public static var version: DocumentError {
        DocumentError(name: "version", message: "the document has no VERSION, or it is not 1; use version 1")
    }
    /// The steering manifest has no PATHWAY-PRIORITY.
    public static var pathways: DocumentError {
        DocumentError(name: "pathways", message: "the document names no pathway; add PATHWAY-PRIORITY")
    }
    /// The asset list has no ASSETS.
    public static var assets: DocumentError {
        DocumentError(name: "assets", message: "the document has no ASSETS; add the array, empty if there are none")
    }
}

extension SteeringManifest {
    /// Parses version 1 of the manifest (RFC 8216bis 7.2). Invalid entries are skipped.
    /// `baseURL` is the URL it was loaded from.
    public static func parse(_ bytes: [UInt8], baseURL: String = "") throws(DocumentError) -> SteeringManifest {
        guard let document = JSONValue.parse(bytes), document.members != nil else { throw .malformed }
        guard document["VERSION"]?.number == 1 else { throw .version }
        var priority: [String] = []
        var known: Set<String> = []
        for id in document["PATHWAY-PRIORITY"]?.array ?? [] {
            if let id = id.string, known.insert(id).inserted { priority.append(id) }
        }
        if priority.isEmpty { throw .pathways }
        var manifest = SteeringManifest(pathwayPriority: priority)
        if let seconds = document["TTL"]?.number, seconds >= 0 { manifest.timeToLive = seconds }
        if let uri = document["RELOAD-URI"]?.string, !uri.isEmpty { manifest.reloadURI = URIReference(uri, base: baseURL) }
        for item in document["PATHWAY-CLONES"]?.array ?? [] {
            if let clone = Clone(item, baseURL) { manifest.clones.append(clone) }
        }
        return manifest
    }
}

extension SteeringManifest.Clone {
    fileprivate init?(_ value: JSONValue, _ baseURL: String) {
        guard let base = value["BASE-ID"]?.string, let id = value["ID"]?.string, let rules = value["URI-REPLACEMENT"] else { return nil }
        self.init(baseID: base, id: id)
        if let host = rules["HOST"]?.string, !host.isEmpty { self.host = host }
        for member in rules["PARAMS"]?.members ?? [] {
            if let value = member.value.string, !member.name.isEmpty { parameters.append(.init(name: member.name, value: value)) }
        }
        for member in rules["PER-VARIANT-URIS"]?.members ?? [] {
            if let uri = member.value.string { variantURIs.append(.init(stableID: member.name, uri: URIReference(uri, base: baseURL).url)) }
        }
        for member in rules["PER-RENDITION-URIS"]?.members ?? [] {
            if let uri = member.value.string {
                renditionURIs.append(.init(stableID: member.name, uri: URIReference(uri, base: baseURL).url))
            }
        }
    }

    /// The clone's URL for a resource of the base pathway (RFC 8216bis 7.3): the override for its stable ID if there is one, or else
    /// the base URL with host and query parameters replaced.
    /// `overrides` are ``variantURIs`` or ``renditionURIs``.
    public func url(for url: String, stableID: String?, overrides: [SteeringManifest.StableURI]) -> String {
        if let stableID {
            for override in overrides where override.stableID == stableID { return override.uri }
        }
        var components = URIComponents(url)
        if let host, let authority = components.authority { components.authority = Self.replacing(host: host, in: authority) }
        if parameters.isEmpty { return components.text }
        var kept: [String] = []
        for part in (components.query ?? "").utf8.split(separator: UInt8(ascii: "&")) {
            let name = String(Substring(part.prefix { $0 != UInt8(ascii: "=") }))
            if !parameters.contains(where: { $0.name == name }) { kept.append(String(Substring(part))) }
        }
        // In UTF-8 order, as the standard requires.
        for parameter in parameters.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
            kept.append(parameter.name + "=" + parameter.value)
        }
        var query = ""
        for part in kept { query += query.isEmpty ? part : "&" + part }
        components.query = query
        return components.text
    }

    /// Replaces the host. The user information is kept, and so is the port unless the new host has one.
    private static func replacing(host: String, in authority: String) -> String {
        let old = authority.utf8
        let start = old.lastIndex(of: UInt8(ascii: "@")).map { old.index(after: $0) } ?? old.startIndex
        let bracket = old[start...].lastIndex(of: UInt8(ascii: "]")) ?? start
        let port = old[bracket...].lastIndex(of: UInt8(ascii: ":")).map { String(Substring(old[$0...])) } ?? ""
        let hasPort = host.utf8.last != UInt8(ascii: "]") && host.utf8.contains(UInt8(ascii: ":"))
        return String(Substring(old[..<start])) + host + (hasPort ? "" : port)
    }
}
