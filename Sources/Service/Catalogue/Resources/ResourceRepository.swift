// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract

/// Keeps the things of the contract. Whoever saves one has checked it; feeds and searches follow in the same transaction. Of two products
/// with one external id in one store the second is refused, by `ErrorCode.conflict`.
public protocol ResourceRepository: Sendable {
    func find<Resource: StoredResource>(_ type: Resource.Type, id: String) async throws -> Resource?
    /// Those that are there and can be read, in the order of the ids.
    func find<Resource: StoredResource>(_ type: Resource.Type, ids: [String]) async throws -> [Resource]
    /// Makes or replaces.
    /// - Parameter now: when it is made, if it isn't there yet.
    func save<Resource: StoredResource>(_ resource: Resource, at now: Date) async throws
    /// All of them or none.
    func save<Resource: StoredResource>(_ resources: [Resource], at now: Date) async throws
    /// Makes what isn't there yet.
    /// - Returns: false when something of this kind has the id already; nothing changes then.
    func add<Resource: StoredResource>(_ resource: Resource, at now: Date) async throws -> Bool
    /// Whose part something is, see ``StoredResource/parentID``; nil when it isn't there. It need not be readable.
    func parent<Resource: StoredResource>(of type: Resource.Type, id: String) async throws -> String?
    /// Nil where it isn't there, and where it can be read.
    func damaged<Resource: StoredResource>(_ type: Resource.Type, id: String) async throws -> DamagedResource?
    /// Replaces the record of what can't be read.
    /// - Returns: false where it was changed meanwhile; nothing changes then.
    func repair<Resource: StoredResource>(_ damaged: DamagedResource, as resource: Resource, at now: Date) async throws -> Bool
    /// Changes what is there, with nobody in between; nil when it isn't there.
    func update<Resource: StoredResource>(
        _ type: Resource.Type, id: String, at now: Date, _ change: @escaping @Sendable (inout Resource) throws -> Void
    ) async throws -> Resource?
    /// - Parameters:
    ///   - parts: kinds of which it must not be the parent any more.
    ///   - expected: as it must still be; nil: as it is.
    /// - Returns: whether it was there.
    /// - Throws: ``PartsRemain`` where there are some, and ``HasChanged``; nothing is deleted then.
    func delete<Resource: StoredResource>(
        _ type: Resource.Type, id: String, unlessItHas parts: [any StoredResource.Type], expecting expected: Resource?
    ) async throws -> Bool
    /// Newest first, without those that can't be read.
    /// - Parameters:
    ///   - parents: what they are parts of; nil for all.
    ///   - before: only those made before this one, and in the same way `since`.
    func list<Resource: StoredResource>(
        _ type: Resource.Type, parents: [String]?, before: String?, since: String?, limit: Int
    ) async throws -> [Resource]
    /// The same by places, which outlive what stands there, and with those that can't be read.
    /// - Throws: ``PlaceIsGone``.
    func page<Resource: StoredResource>(
        _ type: Resource.Type, parents: [String]?, before: PageCursor?, since: PageCursor?, limit: Int
    ) async throws -> ResourcePage<Resource>
    /// Ids of all that are parts of one thing, the oldest first; what they are is not read.
    /// - Parameter parent: nil for all of a kind.
    func ids<Resource: StoredResource>(_ type: Resource.Type, parent: String?, limit: Int) async throws -> [String]
    /// The live streams that are shown under some videos.
    func liveStreams(ofVideos ids: [String]) async throws -> LiveStreamLinks
    /// Businesses that have channels, apps, stores or campaigns.
    func businesses(limit: Int) async throws -> [String]
    /// A product by its own id, external id, a unit's external id, GTIN, SKU or MPN, in this order.
    /// - Parameter stores: the first of these that has it; nil: any.
    func product(named name: String, stores: [String]?) async throws -> Product?
    /// Changes the product that a store has under an external id, or makes one; of many that do so at once, one makes it.
    /// - Parameter change: is given what is there, nil for nothing, and leaves store and external id as they are asked for.
    /// - Returns: what is kept, and whether it is new.
    func upsert(
        product externalID: String, of store: String, at now: Date, _ change: @escaping @Sendable (Product?) throws -> Product
    ) async throws -> (product: Product, isNew: Bool)
    /// Videos that show a product, the newest first.
    /// - Parameter channel: nil for all channels.
    func videos(showing product: String, channel: String?, at now: Date, limit: Int) async throws -> [Video]
    /// Videos that say all of these words, the last of them perhaps only begun; best first.
    func search(_ words: String, channel: String?, limit: Int) async throws -> [Video]
}

/// What was to be deleted still has parts, which nobody could find without it.
public struct PartsRemain: Error, Hashable, Sendable {
    /// Of one of them.
    public let kind: String
}

/// What was to be deleted is not as it was expected to be.
public struct HasChanged: Error, Hashable, Sendable {}

extension ResourceRepository {
    /// - Returns: whether it was there.
    public func delete<Resource: StoredResource>(_ type: Resource.Type, id: String) async throws -> Bool {
        try await delete(type, id: id, unlessItHas: [], expecting: nil)
    }

    /// The live stream that is shown under a video.
    /// - Throws: `CatalogueError` where there is one that can't be read.
    public func liveStream(ofVideo id: String) async throws -> LiveStream? {
        let links = try await liveStreams(ofVideos: [id])
        guard links.damaged.isEmpty else { throw CatalogueError.malformed("the \(LiveStream.kind) of the video", id: id) }
        return links.streams[id]
    }

    /// Of at most 10,000: nothing has more of what other things are listed by.
    public func ids<Resource: StoredResource>(_ type: Resource.Type, parent: String) async throws -> [String] {
        try await ids(type, parent: parent, limit: 10_000)
    }

    /// Those of one parent, newest first.
    public func list<Resource: StoredResource>(
        _ type: Resource.Type, parent: String?, before: String?, since: String?, limit: Int
    ) async throws -> [Resource] {
        try await list(type, parents: parent.map { [$0] }, before: before, since: since, limit: limit)
    }
}
