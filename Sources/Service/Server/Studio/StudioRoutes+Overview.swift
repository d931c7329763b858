// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

extension StudioRoutes {
    /// All paths of Studio.
    static let all: [StudioRoute] = overview + library + community + market + broadcast + measure + connections + team

    private static let overview = [
        StudioRoute("") { call in try await call.overview() },
        // Extends the session of a user who doesn't load pages, for example during a long upload, and lets a tab continue after a new
        // sign-in in another tab. Only pages of this service can read the response.
        StudioRoute("session", other: { call in try .json(["token": call.studio.sessions.token(of: call.visitor)]) }),
        StudioRoute("find/videos", other: { call in try await call.found(call.videos(saying: call.query["q"] ?? "")) { $0.caption } }),
        StudioRoute("find/products", other: { call in try await call.found(Product.self) { $0.name } }),
        StudioRoute("find/live-products", other: { call in try await call.found(Product.self) { $0.name } }),
        StudioRoute("find/playlists", other: { call in try await call.found(Playlist.self) { $0.name } }),
    ]
}

extension StudioContext {
    private struct Found: Codable {
        var id: String
        var text: String
    }

    private static let maxFound = 20

    /// The resources whose name contains the query.
    func found<Resource: AdministeredResource>(_ type: Resource.Type, _ name: (Resource) -> String) async throws -> Response {
        let term = (query["q"] ?? "").lowercased()
        return try found(try await all(type, limit: 2000).filter { term.isEmpty || name($0).lowercased().contains(term) }, name)
    }

    func found<Resource: AdministeredResource>(_ resources: [Resource], _ name: (Resource) -> String) throws -> Response {
        try .json(
            resources.prefix(Self.maxFound).map { resource in
                Found(id: resource.id, text: name(resource).isEmpty ? resource.id : name(resource))
            })
    }

    /// The business's videos that contain all words, best match first; the newest videos if there are no words.
    func videos(saying words: String) async throws -> [Video] {
        try require("videos:read")
        guard let query = SearchQuery(words) else {
            let channels = try await Video.parents(of: administrator.businessID, in: catalogue)
            return try await catalogue.resources.list(Video.self, parents: channels, before: nil, since: nil, limit: Self.maxFound)
        }
        return try await catalogue.search.videos(saying: query, of: administrator.businessID, limit: 100)
    }
}
