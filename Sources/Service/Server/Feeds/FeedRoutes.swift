// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract

/// Creates feeds and serves their pages.
struct FeedRoutes: RouteGroup {
    let catalogue: Catalogue
    let seal: TokenSigner
    let addresses: MediaAddresses

    var endpoints: [Endpoint] {
        [
            Endpoint("makeFeed", make).packed(),
            Endpoint("feedPage", page).packed(),
        ]
    }

    private func make(_ call: GuestCall, _ request: FeedRequest) async throws -> FeedPage {
        // Throws if the token's app no longer exists.
        _ = try await Audience(catalogue, call)
        return try await told(catalogue.feeds.makeFeed(request, for: call.viewer, at: call.now), to: call)
    }

    private func page(_ call: GuestCall) async throws -> FeedPage {
        _ = try await Audience(catalogue, call)
        let feed = call.path["feed_id"]
        let cursor = try SealedCursor(call.query["cursor"] ?? "", of: feed, seal: seal)
        return try await told(catalogue.feeds.page(of: feed, cursor: cursor.place, for: call.viewer, at: call.now), to: call)
    }

    private func told(_ page: FeedPage, to call: GuestCall) -> FeedPage {
        var page = page
        page.items = page.items.map { addresses.told($0, to: call.call) }
        page.next = page.next.map { SealedCursor(next: $0, of: page.feedID, seal: seal).path }
        return page
    }
}
