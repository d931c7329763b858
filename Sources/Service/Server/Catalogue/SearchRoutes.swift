// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract

/// Finds videos by their words.
struct SearchRoutes: RouteGroup {
    let catalogue: Catalogue
    let addresses: MediaAddresses
    let access: LiveAccess
    let cursors: SearchCursors

    var endpoints: [Endpoint] { [Endpoint("searchVideos", search).limited(by: .searches).packed()] }

    private func search(_ call: GuestContext) async throws -> ResourceList<Video> {
        let audience = try await Audience(catalogue, call)
        let size = call.query.integer("page_size") ?? 20
        guard (1...100).contains(size) else { throw APIError(.invalidField, "A page can have 1 to 100 videos.", field: "page_size") }
        let channel = call.query["channel_id"]
        if let channel { _ = try await audience.channel(channel) }
        let terms = SearchTerms(words: call.query["q"] ?? "", channel: channel)
        let found = try await audience.search(terms, after: call.query["cursor"], size: size, cursors)
        let videos = try await access.opened(found.videos, to: call).map { addresses.resolved($0, to: call.call) }
        let next = found.next.map {
            APIRoute.path(
                "searchVideos", query: ["q": terms.words, "channel_id": channel, "page_size": call.query["page_size"], "cursor": $0])
        }
        return ResourceList(data: videos, paging: Paging(next: next))
    }
}

/// The terms of a search.
struct SearchTerms: Hashable, Sendable {
    var words: String
    var channel: String?
}

extension Audience {
    /// A page of videos that this audience may see now, and the cursor of the next one.
    /// - Throws: ``ErrorCode/invalidCursor``.
    func search(_ terms: SearchTerms, after cursor: String?, size: Int, _ cursors: SearchCursors) async throws -> (
        videos: [Video], next: String?
    ) {
        guard terms.words.count <= SearchQuery.longest else {
            throw APIError(.invalidField, "Search for up to \(SearchQuery.longest) characters.", field: "q")
        }
        let position = try cursor.map { text throws(APIError) in try cursors.position(text, of: terms, app: app.id) }
        // Texts without any word match nothing.
        guard let words = SearchQuery(terms.words) else { return ([], nil) }
        var search = VideoSearch(words, app: app, limit: size)
        (search.country, search.channelID, search.position) = (country, terms.channel, position)
        let found = try await catalogue.search.videos(search, at: now)
        return (found.videos, try found.next.map { try cursors.text($0, of: terms, app: app.id) })
    }
}

/// Encrypts positions in search results: they would reveal how many videos all businesses have.
struct SearchCursors: Sendable {
    let vault: Vault
    private static let prefix = "v1:"

    func text(_ position: SearchPosition, of terms: SearchTerms, app: String) throws -> String {
        String(try vault.seal("\(position) \(context(terms, app))").dropFirst(Self.prefix.count))
    }

    /// - Throws: ``ErrorCode/invalidCursor`` if it wasn't made for this search.
    func position(_ text: String, of terms: SearchTerms, app: String) throws(APIError) -> SearchPosition {
        let parts = vault.open(Self.prefix + text)?.split(separator: " ", maxSplits: 1)
        guard let parts, parts.count == 2, parts[1] == context(terms, app), let position = SearchPosition(parts[0]) else {
            throw APIError(
                .invalidCursor, "This search has no such page. Use the \"next\" link of the previous page.", field: "cursor")
        }
        return position
    }

    private func context(_ terms: SearchTerms, _ app: String) -> String { "search \(app) \(terms.channel ?? "-") \(terms.words)" }
}
