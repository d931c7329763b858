// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract

/// Makes feeds and hands them out page by page.
struct FeedRoutes: RouteGroup {
    let catalogue: Catalogue
    let seal: Seal

    var endpoints: [Endpoint] {
        [
            Endpoint("makeFeed", make),
            Endpoint("feedPage", page),
        ]
    }

    private func make(_ call: GuestCall, _ request: FeedRequest) async throws -> FeedPage {
        try await told(catalogue.feeds.makeFeed(request, for: call.viewer, at: call.now))
    }

    private func page(_ call: GuestCall) async throws -> FeedPage {
        let feed = call.path["feed_id"]
        let cursor = try SealedCursor(call.query["cursor"] ?? "", of: feed, seal: seal)
        return try await told(catalogue.feeds.page(of: feed, cursor: cursor.place, for: call.viewer, at: call.now))
    }

    private func told(_ page: FeedPage) -> FeedPage {
        var page = page
        page.next = page.next.map { SealedCursor(next: $0, of: page.feedID, seal: seal).path }
        return page
    }
}
