// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxCatalogue
import WindowboxContract

/// Decides whether a media file may be served, whoever has its URL.
///
/// The catalogue's statements are cached for a second, because a player requests many files of one video. A change by this process
/// invalidates the cache at once; a takedown by another process takes effect within that second.
final class MediaAccessPolicy: Sendable {
    enum Verdict: Hashable, Sendable {
        /// Until then; nil while nothing changes.
        case open(until: Date?)
        /// For everybody but these businesses.
        case closed(owners: Set<String>)
    }

    private struct Known: Sendable {
        var holders: [MediaOwner]
        var change: Int
        var until: ContinuousClock.Instant
    }

    private let media: any MediaRepository
    private let known = Mutex<[String: Known]>([:])
    private static let life = Duration.seconds(1)
    private static let maximumEntries = 20_000

    init(media: any MediaRepository) { self.media = media }

    /// - Parameter version: the version of the password for which the URL was signed; nil if for none.
    func verdict(on key: String, version: String?, at now: Date) async throws -> Verdict {
        let holders = try await holders(of: key)
        guard !holders.isEmpty else { return Self.isOfDeletedVideo(key) ? .closed(owners: []) : .open(until: nil) }
        let open = holders.filter { holder in
            holder.allowMedia(at: now) && holder.terms.passwordVersion.map { $0 == version } ?? true
        }
        guard !open.isEmpty else { return .closed(owners: Set(holders.compactMap(\.businessID))) }
        let ends = open.compactMap(\.terms.availableUntil)
        return .open(until: ends.count == open.count ? ends.max() : nil)
    }

    private func holders(of key: String) async throws -> [MediaOwner] {
        let prefix = Self.sharedPrefix(of: key)
        // Read before the query, so that a change during it causes another query.
        let change = media.changes
        let instant = ContinuousClock.now
        if let known = known.withLock({ $0[prefix] }), known.change == change, instant < known.until { return known.holders }
        let holders = try await withTaskExecutorPreference(globalConcurrentExecutor) { try await media.holders(of: key) }
        known.withLock { known in
            if known.count >= Self.maximumEntries { known = [:] }
            known[prefix] = Known(holders: holders, change: change, until: instant + Self.life)
        }
        return holders
    }

    /// Whether a file that belongs to no video was packaged or recorded for one: a private video's files must not be open from its deletion
    /// until they are deleted too, and recordings stay. An operator's own folder may also be called `videos` or `live`, but has no folders
    /// with such names in it.
    private static func isOfDeletedVideo(_ key: String) -> Bool {
        let components = key.split(separator: "/", maxSplits: 2)
        return components.count > 2 && (components[0] == "videos" || components[0] == "live") && components[1].utf8.count == 16
            && OpaqueID.isWellFormed(String(components[1]))
    }

    /// The path prefix shared by all files with the same verdict.
    private static func sharedPrefix(of key: String) -> String {
        let components = key.split(separator: "/", maxSplits: 3)
        guard components.count > 2 else { return key }
        switch components[0] {
        case "videos": return "videos/\(components[1])"
        case "live" where components.count > 3: return "live/\(components[1])/\(components[2])"
        default: return key
        }
    }
}
