// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// A resource type that administrators create, read, change and delete. Conformances contain what is specific to a type;
/// ``AdministeredRoutes`` contains what is common to all.
protocol AdministeredResource: StoredResource {
    /// The name in operation ids: `list…s`, `create…`, `read…`, `update…`, `delete…`.
    static var operationName: String { get }

    /// An empty resource to which a client's fields are applied. Required fields are empty in it.
    static func blank(id: String, business: String, at now: Date) -> Self
    /// The id of the owning business; nil if it can't be determined, for example because its channel is missing.
    func business(in catalogue: Catalogue) async throws -> String?
    /// The ids of all parents of a business's resources; nil if this type has no parents.
    static func parents(of business: String, in catalogue: Catalogue) async throws -> [String]
    /// - Parameter before: the stored version; nil for a new resource.
    /// - Throws: an error describing what is invalid.
    func check(after before: Self?, in catalogue: Catalogue) async throws
    /// - Throws: an error if the administrator may not make this change, although the request's scope allows changes of its kind.
    static func check(_ administrator: Administrator, before: Self?, after: Self?) throws(APIError)
    /// - Throws: an error if the administrator may neither change nor delete it, although the request's scope allows changes of its kind.
    func check(_ administrator: Administrator, in catalogue: Catalogue) async throws
    /// Types of dependent resources whose owner couldn't be determined without this one. While any exist, it can't be deleted.
    static var parts: [any StoredResource.Type] { get }
    /// - Throws: an error explaining why it can't be deleted.
    func checkRemoval(in catalogue: Catalogue) async throws
    /// The version to store, derived from what a client sent. Called before `check`.
    func prepared(after before: Self?) throws -> Self
    /// Deletes dependent data after the resource is deleted.
    func clear(in catalogue: Catalogue) async throws
    /// The resource as administrators see it, with values that only the catalogue knows.
    func presented(by catalogue: Catalogue, at now: Date) async throws -> Self
    /// The resource as shown in the response to its creation, which may contain secrets that are shown only once.
    func presentedOnCreation(by catalogue: Catalogue, at now: Date) async throws -> Self
}

extension AdministeredResource {
    /// The path of the collection.
    static var path: String { APIRoute.path("list\(operationName)s") }
    func check(after before: Self?, in catalogue: Catalogue) async throws {}
    static func check(_ administrator: Administrator, before: Self?, after: Self?) throws(APIError) {}
    func check(_ administrator: Administrator, in catalogue: Catalogue) async throws {}
    static var parts: [any StoredResource.Type] { [] }
    func checkRemoval(in catalogue: Catalogue) async throws {}
    func prepared(after before: Self?) throws -> Self { self }
    func clear(in catalogue: Catalogue) async throws {}
    func presented(by catalogue: Catalogue, at now: Date) async throws -> Self { self }
    func presentedOnCreation(by catalogue: Catalogue, at now: Date) async throws -> Self { try await presented(by: catalogue, at: now) }
}

/// A resource that belongs directly to a business.
protocol BusinessOwned: AdministeredResource {
    var businessID: String { get }
}

extension BusinessOwned {
    func business(in catalogue: Catalogue) async throws -> String? { businessID }
    static func parents(of business: String, in catalogue: Catalogue) async throws -> [String] { [business] }
}

/// A resource that belongs to a channel.
protocol ChannelOwned: AdministeredResource {
    var channelID: String { get }
}

extension ChannelOwned {
    func business(in catalogue: Catalogue) async throws -> String? {
        try await catalogue.resources.parent(of: VideoChannel.self, id: channelID)
    }

    static func parents(of business: String, in catalogue: Catalogue) async throws -> [String] {
        try await catalogue.resources.ids(VideoChannel.self, parent: business)
    }
}
