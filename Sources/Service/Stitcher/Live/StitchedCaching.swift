// SPDX-License-Identifier: Apache-2.0

/// How long answers may be kept by the caches between service and player.
public enum StitchedCaching: Hashable, Sendable {
    /// Of one session.
    case sessionPlaylist
    /// Of all sessions, with breaks that each fills by itself.
    case sharedPlaylist(targetDuration: Int, isLive: Bool)
    /// Segments of content and ads: their addresses name nobody and never change.
    case segment
    /// Leads from a session's segment to the shared one, and is what counts.
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
        // Kept by the player alone: a second fetch would be a second impression.
        case .segmentRedirect: "private, max-age=3600"
        }
    }

    /// Seconds that a segment must stay fetchable after it left the playlist (RFC 8216bis 6.2.2).
    ///
    /// - Parameters:
    ///   - duration: of the segment.
    ///   - window: of the longest playlist that had it.
    public static func retention(of duration: Double, window: Double) -> Double { duration + window }
}
