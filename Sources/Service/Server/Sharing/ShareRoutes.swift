// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract

/// Creates and reads links that open a video in the feed that it was found in.
struct ShareRoutes: RouteGroup {
    let catalogue: Catalogue
    /// Provides the target of links without a base URL.
    let addresses: MediaAddresses
    /// The query parameter in links.
    static let parameter = "fwplayer"

    var endpoints: [Endpoint] {
        [
            Endpoint("makeShare", make),
            Endpoint("readShare", read),
        ]
    }

    private func make(_ call: GuestCall, _ request: ShareRequest) async throws -> ShareAnswer {
        if let base = request.baseURL {
            guard base.hasPrefix("https://") || base.hasPrefix("http://") else {
                throw APIError(.invalidField, "It must begin with https:// or http://.", field: "base_url")
            }
            try FieldCheck.address(base, "base_url")
        }
        _ = try await Audience(catalogue, call).video(request.videoID)
        var source = FeedSource.single(request.videoID)
        if let feed = request.feedID { source = try await catalogue.feeds.source(of: feed, for: call.viewer, at: call.now) }
        let token = try ShareToken(videoID: request.videoID, source: source, feedID: request.feedID).text
        let base = request.baseURL ?? addresses.base(for: call.call) + "/"
        // Appended to the query, before the fragment.
        let parts = base.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let fragment = parts.count > 1 ? "#\(parts[1])" : ""
        return ShareAnswer(url: "\(parts[0])\(parts[0].contains("?") ? "&" : "?")\(Self.parameter)=\(token)\(fragment)", token: token)
    }

    /// Returns a link's content to anybody who has it; whether the video may be seen is decided when it is opened.
    private func read(_ call: RequestContext) throws -> ShareToken {
        guard let token = ShareToken(call.path["token"]) else {
            throw APIError(.notFound, "This is no share link, or one of a later version.")
        }
        return token
    }
}
