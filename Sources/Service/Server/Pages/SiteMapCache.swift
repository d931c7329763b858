// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxCatalogue
import WindowboxContract

/// Keeps sitemaps, because each is made from hundreds of videos.
///
/// A change to a video, channel or live stream by this process discards them, and so does the moment at which one of the videos appears or
/// expires. A change by another process takes effect within ``life``.
final class SiteMapCache: Sendable {
    /// What a sitemap depends on besides the catalogue.
    struct Key: Hashable, Sendable {
        var app: ClientApp
        var base: String
        var country: String?
    }

    struct Made: Sendable {
        var text: String
        /// When a video appears or expires; nil if none will.
        var ends: Date?
    }

    private struct Known: Sendable {
        var made: Made
        var change: Int
        var until: Date
    }

    private let media: any MediaRepository
    private let known = Mutex<[Key: Known]>([:])
    /// In seconds.
    static let life = 10.0
    /// Hosts are named by clients.
    private static let maximumEntries = 64

    init(media: any MediaRepository) { self.media = media }

    func text(_ key: Key, at now: Date, make: () async throws -> Made) async throws -> String {
        // Read before the queries, so that a change during them discards their result.
        let change = media.changes
        if let known = known.withLock({ $0[key] }), known.change == change, now < known.until { return known.made.text }
        let made = try await make()
        let latest = now.addingTimeInterval(Self.life)
        known.withLock { known in
            if known.count >= Self.maximumEntries, known[key] == nil { known = [:] }
            known[key] = Known(made: made, change: change, until: min(made.ends ?? latest, latest))
        }
        return made.text
    }
}
