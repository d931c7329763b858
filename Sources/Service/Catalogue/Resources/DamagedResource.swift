// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// A record that can't be read, for example after another program wrote to the database.
public struct DamagedResource: Hashable, Sendable {
    public let id: String
    /// See ``StoredResource/parentID``; stored in its own column, so it is known anyway.
    public let parentID: String
    /// The stored document, whatever it is.
    public let document: String
}

extension DamagedResource: CustomStringConvertible, CustomDebugStringConvertible {
    /// Without the document, which may contain secrets.
    public var description: String { id }
    public var debugDescription: String { id }
}

/// The live streams of videos.
public struct LiveStreamLinks: Sendable {
    /// By video id.
    public internal(set) var streams: [String: LiveStream] = [:]
    /// Ids of streams whose records can't be read, so that it is unknown whether they have access codes, by video id.
    public internal(set) var damaged: [String: String] = [:]

    public func has(_ video: String) -> Bool { streams[video] != nil || damaged[video] != nil }
}

extension SQLConnection {
    /// - Throws: `CatalogueError` with ``CatalogueError/isMalformed`` if it can't be read.
    func decoded<Resource: StoredResource>(_ type: Resource.Type, _ document: String, id: String? = nil) throws -> Resource {
        do { return try ContractJSON.decode(type, from: document) } catch { throw CatalogueError.malformed(type.kind, id: id) }
    }

    /// Nil if it can't be read: for lists, which skip such records.
    func readable<Resource: StoredResource>(_ type: Resource.Type, _ document: String) -> Resource? {
        try? ContractJSON.decode(type, from: document)
    }

    /// - Throws: as ``decoded(_:_:id:)``.
    func resource<Resource: StoredResource>(_ type: Resource.Type, id: String) throws -> Resource? {
        try document(type, id: id).map { try decoded(type, $0, id: id) }
    }

    /// Nil if it doesn't exist or can't be read.
    func readableResource<Resource: StoredResource>(_ type: Resource.Type, id: String) throws -> Resource? {
        try document(type, id: id).flatMap { readable(type, $0) }
    }

    private func document<Resource: StoredResource>(_ type: Resource.Type, id: String) throws -> String? {
        try rows("SELECT document FROM resource WHERE kind = \(type.kind) AND id = \(id)").first?.text(0)
    }

    /// Nil if it doesn't exist; the document isn't read.
    func parent<Resource: StoredResource>(of type: Resource.Type, id: String) throws -> String? {
        try rows("SELECT parent FROM resource WHERE kind = \(type.kind) AND id = \(id)").first?.text(0)
    }

    /// - Parameter known: a cache of decoded documents.
    /// - Throws: as ``decoded(_:_:id:)``, if one of them can't be read.
    func resources<Resource: StoredResource>(
        _ type: Resource.Type, ids: [String], known: DecodedDocuments<Resource>? = nil
    ) throws -> [Resource] {
        try resources(type, ids: ids) { id, document in
            try known?.read(document) { try decoded($0, $1, id: id) } ?? decoded(type, document, id: id)
        }
    }

    /// The same without those that can't be read.
    func readableResources<Resource: StoredResource>(
        _ type: Resource.Type, ids: [String], known: DecodedDocuments<Resource>? = nil
    ) throws -> [Resource] {
        try resources(type, ids: ids) { _, document in
            try? known?.read(document) { try decoded($0, $1) } ?? decoded(type, document)
        }
    }

    private func resources<Resource: StoredResource>(
        _ type: Resource.Type, ids: [String], _ read: (String, String) throws -> Resource?
    ) throws -> [Resource] {
        guard !ids.isEmpty else { return [] }
        let rows = try rows("SELECT id, document FROM resource WHERE kind = \(type.kind) AND id IN \(SQL.list(ids.map(SQLValue.text)))")
        var found: [String: Resource] = [:]
        for row in rows { found[row.text(0)] = try read(row.text(0), row.text(1)) }
        return ids.compactMap { found[$0] }
    }

    func liveStreams(ofVideos ids: [String]) throws -> LiveStreamLinks {
        var links = LiveStreamLinks()
        guard !ids.isEmpty else { return links }
        let rows = try rows(
            "SELECT link, document, id FROM resource WHERE link IN \(SQL.list(ids.map(SQLValue.text))) AND kind = \(LiveStream.kind)")
        for row in rows where !links.has(row.text(0)) {
            if let stream = readable(LiveStream.self, row.text(1)) {
                links.streams[row.text(0)] = stream
            } else {
                links.damaged[row.text(0)] = row.text(2)
            }
        }
        return links
    }
}
