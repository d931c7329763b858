// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract

/// Creates feeds and serves their pages.
struct FeedRoutes: RouteGroup {
    let catalogue: Catalogue
    let tokenSigner: TokenSigner
    let addresses: MediaAddresses

    var endpoints: [Endpoint] {
        [
            Endpoint("makeFeed", make).packed(),
            Endpoint("feedPage", page).packed(),
        ]
    }

    private func make(_ call: GuestContext, _ request: FeedRequest) async throws -> FeedPage {
        // Its videos tell what the guest follows.
        if request.source.type == .following { try call.checkProof(tokenSigner) }
        // Throws if the token's app no longer exists.
        _ = try await Audience(catalogue, call)
        return try await presented(catalogue.feeds.makeFeed(request, for: call.viewer, at: call.now), to: call)
    }

    private func page(_ call: GuestContext) async throws -> FeedPage {
        _ = try await Audience(catalogue, call)
        let feed = call.path["feed_id"]
        let cursor = try SignedCursor(call.query["cursor"] ?? "", of: feed, tokenSigner: tokenSigner)
        return try await presented(catalogue.feeds.page(of: feed, cursor: cursor.position, for: call.viewer, at: call.now), to: call)
    }

    private func presented(_ page: FeedPage, to call: GuestContext) -> FeedPage {
        var page = page
        page.items = page.items.map { addresses.resolved($0, to: call.call) }
        page.next = page.next.map { SignedCursor(next: $0, of: page.feedID, tokenSigner: tokenSigner).path }
        return page
    }
}
