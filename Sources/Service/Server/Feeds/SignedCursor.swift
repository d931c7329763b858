// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// A feed's signed cursor, so that clients can't make up their own.
struct SignedCursor: Hashable, Sendable {
    let feed: String
    /// The catalogue's cursor.
    let position: String
    private let signature: String

    /// - Parameter next: the page's path as the catalogue returns it.
    init(next: String, of feed: String, tokenSigner: TokenSigner) {
        self.feed = feed
        position = String(next.split(separator: "=").last ?? "")
        signature = tokenSigner.signature(of: "\(feed) \(position)", for: .cursor)
    }

    /// - Throws: an error if it wasn't signed here for this feed.
    init(_ text: String, of feed: String, tokenSigner: TokenSigner) throws(APIError) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, tokenSigner.isSignature(parts[1], of: "\(feed) \(parts[0])", for: .cursor) else {
            throw APIError(.invalidCursor, "This feed has no such page. Use the \"next\" link of the previous page.", field: "cursor")
        }
        self.feed = feed
        position = String(parts[0])
        signature = String(parts[1])
    }

    var path: String { APIRoute.path("feedPage", feed, query: ["cursor": "\(position).\(signature)"]) }
}
