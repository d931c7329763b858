// SPDX-License-Identifier: Apache-2.0

/// How long caches between service and player may keep responses.
public enum StitchedCaching: Hashable, Sendable {
    /// A playlist of one session.
    case sessionPlaylist
    /// A playlist shared by all sessions, whose breaks are filled per player.
    case sharedPlaylist(targetDuration: Int, isLive: Bool)
    /// Segments of content and ads: their URLs identify no viewer and their content never changes.
    case segment
    /// A redirect from a session's segment to the shared one; it is what is counted.
    case segmentRedirect
    case assetList
    case tracking

    /// The value of `Cache-Control`.
    public var header: String {
        switch self {
        case .sessionPlaylist, .assetList, .tracking: "no-store"
        case .sharedPlaylist(let target, true): "public, max-age=\(max(1, target / 2))"
        case .sharedPlaylist(_, false): "public, max-age=60"
        case .segment: "public, max-age=31536000, immutable"
        // Cached only by the player: a second request would count as a second impression.
        case .segmentRedirect: "private, max-age=3600"
        }
    }

    /// How many seconds a segment must stay available after leaving the playlist (RFC 8216bis 6.2.2).
    ///
    /// - Parameters:
    ///   - duration: of the segment.
    ///   - window: of the longest playlist that contained it.
    public static func retention(of duration: Double, window: Double) -> Double { duration + window }
}
