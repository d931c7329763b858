// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract

/// Stores the contract's resources. The caller has validated them; feed and search indexes are updated in the same transaction. A second
/// product with the same external id in a store is rejected with `ErrorCode.conflict`.
public protocol ResourceRepository: Sendable {
    func find<Resource: StoredResource>(_ type: Resource.Type, id: String) async throws -> Resource?
    /// The resources that exist and can be read, in the order of the ids.
    func find<Resource: StoredResource>(_ type: Resource.Type, ids: [String]) async throws -> [Resource]
    /// Creates or replaces a resource.
    /// - Parameter now: the creation time, if it is new.
    func save<Resource: StoredResource>(_ resource: Resource, at now: Date) async throws
    /// All of them or none.
    func save<Resource: StoredResource>(_ resources: [Resource], at now: Date) async throws
    /// Creates a resource if it doesn't exist.
    /// - Returns: false if the id exists in this kind; nothing changes then.
    func add<Resource: StoredResource>(_ resource: Resource, at now: Date) async throws -> Bool
    /// A resource's parent, see ``StoredResource/parentID``; nil if it doesn't exist. Works for unreadable records.
    func parent<Resource: StoredResource>(of type: Resource.Type, id: String) async throws -> String?
    /// Nil if it doesn't exist, or can be read.
    func damaged<Resource: StoredResource>(_ type: Resource.Type, id: String) async throws -> UnreadableRecord?
    /// Replaces an unreadable record.
    /// - Returns: false if it was changed meanwhile; nothing changes then.
    func repair<Resource: StoredResource>(_ damaged: UnreadableRecord, as resource: Resource, at now: Date) async throws -> Bool
    /// Changes a resource atomically; nil if it doesn't exist.
    func update<Resource: StoredResource>(
        _ type: Resource.Type, id: String, at now: Date, _ change: @escaping @Sendable (inout Resource) throws -> Void
    ) async throws -> Resource?
    /// Changes a video and its transcripts atomically; nil if the video doesn't exist.
    func update(
        video id: String, transcripts: [Transcript], at now: Date, _ change: @escaping @Sendable (inout Video) throws -> Void
    ) async throws -> Video?
    /// - Parameters:
    ///   - parts: kinds of children that it must not have any more.
    ///   - expected: the state that it must still have; nil for any.
    /// - Returns: whether it existed.
    /// - Throws: ``PartsRemain`` or ``HasChanged``; nothing is deleted then.
    func delete<Resource: StoredResource>(
        _ type: Resource.Type, id: String, unlessItHas parts: [any StoredResource.Type], expecting expected: Resource?
    ) async throws -> Bool
    /// Newest first, without unreadable records.
    /// - Parameters:
    ///   - parents: their parents; nil for all.
    ///   - before: only those older than this one; `since` likewise for newer ones.
    func list<Resource: StoredResource>(
        _ type: Resource.Type, parents: [String]?, before: String?, since: String?, limit: Int
    ) async throws -> [Resource]
    /// A page of resources including unreadable records. Cursors survive the deletion of their item.
    /// - Throws: ``CursorExpired``.
    func page<Resource: StoredResource>(
        _ type: Resource.Type, parents: [String]?, before: PageCursor?, since: PageCursor?, limit: Int
    ) async throws -> ResourcePage<Resource>
    /// The ids of a parent's resources, oldest first; documents aren't read.
    /// - Parameter parent: nil for all of a kind.
    func ids<Resource: StoredResource>(_ type: Resource.Type, parent: String?, limit: Int) async throws -> [String]
    /// The live streams of some videos.
    func liveStreams(ofVideos ids: [String]) async throws -> LiveStreamLinks
    /// The businesses that have channels, apps, stores or campaigns.
    func businesses(limit: Int) async throws -> [String]
    /// A product by its id, external id, or a unit's external id, GTIN, SKU or MPN, in this order.
    /// - Parameter stores: searched in this order; nil for any store.
    func product(named name: String, stores: [String]?) async throws -> Product?
    /// Updates the product with an external id in a store, or creates one. Of concurrent callers, only one creates it.
    /// - Parameter change: gets the existing product or nil, and must keep store and external id.
    /// - Returns: the stored product, and whether it is new.
    func upsert(
        product externalID: String, of store: String, at now: Date, _ change: @escaping @Sendable (Product?) throws -> Product
    ) async throws -> (product: Product, isNew: Bool)
    /// Videos that show a product, newest first.
    /// - Parameter channel: nil for all channels.
    func videos(showing product: String, channel: String?, at now: Date, limit: Int) async throws -> [Video]
}

/// What is said in a video, in one language.
public struct Transcript: Hashable, Sendable {
    /// BCP 47 tag, as that of the video's subtitles.
    public var language: String
    /// Nil removes it.
    public var text: String?

    public init(language: String, text: String?) {
        self.language = language
        self.text = text
    }
}

/// The resource to delete still has dependent resources, which couldn't be found without it.
public struct PartsRemain: Error, Hashable, Sendable {
    /// The kind of one of them.
    public let kind: String
}

/// The resource to delete doesn't have the expected state.
public struct HasChanged: Error, Hashable, Sendable {}

extension ResourceRepository {
    /// - Returns: whether it existed.
    public func delete<Resource: StoredResource>(_ type: Resource.Type, id: String) async throws -> Bool {
        try await delete(type, id: id, unlessItHas: [], expecting: nil)
    }

    /// The live stream of a video.
    /// - Throws: `CatalogueError` if it can't be read.
    public func liveStream(ofVideo id: String) async throws -> LiveStream? {
        let links = try await liveStreams(ofVideos: [id])
        guard links.damaged.isEmpty else { throw CatalogueError.malformed("the \(LiveStream.kind) of the video", id: id) }
        return links.streams[id]
    }

    /// At most 10,000, which no parent exceeds.
    public func ids<Resource: StoredResource>(_ type: Resource.Type, parent: String) async throws -> [String] {
        try await ids(type, parent: parent, limit: 10_000)
    }

    /// The resources of one parent, newest first.
    public func list<Resource: StoredResource>(
        _ type: Resource.Type, parent: String?, before: String?, since: String?, limit: Int
    ) async throws -> [Resource] {
        try await list(type, parents: parent.map { [$0] }, before: before, since: since, limit: limit)
    }
}
