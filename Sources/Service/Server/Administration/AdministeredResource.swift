// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// A kind of thing that administrators make, read, change and remove. What is special about a kind stands in its conformance; what is
/// the same for all, in ``AdministeredRoutes``.
protocol AdministeredResource: StoredResource {
    /// How the contract calls it: `list…s`, `create…`, `read…`, `update…`, `delete…`.
    static var operationName: String { get }
    /// Where all of them are.
    static var path: String { get }

    /// One of which nothing is said yet. What a client must say is empty in it.
    static func blank(id: String, business: String, at now: Date) -> Self
    /// Whose it is; nil where that can't be found, as when its channel is not there.
    func business(in catalogue: Catalogue) async throws -> String?
    /// The parents of all that a business has; nil where they have none.
    static func parents(of business: String, in catalogue: Catalogue) async throws -> [String]
    /// - Parameter before: as it was; nil for a new one.
    /// - Throws: what is wrong with it.
    func check(after before: Self?, in catalogue: Catalogue) async throws
    /// Kinds that are parts of it and whose owner nobody could find without it: as long as there is one, it stays.
    static var parts: [any StoredResource.Type] { get }
    /// - Throws: why it must stay.
    func checkRemoval(in catalogue: Catalogue) async throws
    /// What is kept of what a client sent, before it is checked.
    func prepared(after before: Self?) throws -> Self
    /// Removes what goes with it, once it is gone.
    func clear(in catalogue: Catalogue) async throws
    /// As it is told to administrators, with what only the catalogue knows.
    func told(by catalogue: Catalogue, at now: Date) async throws -> Self
    /// The same to whoever made it, this once.
    func toldWhenMade(by catalogue: Catalogue, at now: Date) async throws -> Self
}

extension AdministeredResource {
    func check(after before: Self?, in catalogue: Catalogue) async throws {}
    static var parts: [any StoredResource.Type] { [] }
    func checkRemoval(in catalogue: Catalogue) async throws {}
    func prepared(after before: Self?) throws -> Self { self }
    func clear(in catalogue: Catalogue) async throws {}
    func told(by catalogue: Catalogue, at now: Date) async throws -> Self { self }
    func toldWhenMade(by catalogue: Catalogue, at now: Date) async throws -> Self { try await told(by: catalogue, at: now) }
}

/// Of kinds that belong to a business themselves.
protocol BusinessOwned: AdministeredResource {
    var businessID: String { get }
}

extension BusinessOwned {
    func business(in catalogue: Catalogue) async throws -> String? { businessID }
    static func parents(of business: String, in catalogue: Catalogue) async throws -> [String] { [business] }
}

/// Of kinds that belong to a channel.
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
