// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// A feed's signed cursor, so that clients can't make up their own.
struct SealedCursor: Hashable, Sendable {
    let feed: String
    /// The catalogue's cursor.
    let place: String
    private let signature: String

    /// - Parameter next: the page's path as the catalogue returns it.
    init(next: String, of feed: String, seal: TokenSigner) {
        self.feed = feed
        place = String(next.split(separator: "=").last ?? "")
        signature = seal.signature(of: "\(feed) \(place)", for: .cursor)
    }

    /// - Throws: an error if it wasn't signed here for this feed.
    init(_ text: String, of feed: String, seal: TokenSigner) throws(APIError) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, seal.isSignature(parts[1], of: "\(feed) \(parts[0])", for: .cursor) else {
            throw APIError(.invalidCursor, "This feed has no such page. Take what \"next\" says.", field: "cursor")
        }
        self.feed = feed
        place = String(parts[0])
        signature = String(parts[1])
    }

    var path: String { "/v1/feeds/\(feed)?cursor=\(place).\(signature)" }
}
