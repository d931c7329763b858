// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

/// Puts ads into one media playlist. The same content, breaks and settings give the same playlist on any machine.
public struct PlaylistStitch: Hashable, Sendable {
    /// How ads affect the content's timeline.
    public enum Method: Hashable, Sendable {
        /// The content is interrupted: for recorded content.
        case insertion
        /// The content continues underneath: for live content.
        case replacement
    }

    /// Where a break within a segment begins.
    public enum Snap: Hashable, Sendable { case down, nearest }

    public struct Break: Hashable, Sendable {
        /// In seconds from the first segment of the content; infinite for the end.
        public var at: Double
        /// One media playlist per ad, of the matching rendition.
        public var ads: [MediaPlaylist]

        public init(at: Double, ads: [MediaPlaylist]) {
            self.at = at
            self.ads = ads
        }
    }

    public var method: Method
    public var snap: Snap
    /// The longest duration of a segment in the session in seconds, so that it needn't grow; at least that of content and ads.
    public var targetDuration = 0
    /// Whether the origin's SCTE 35 markers are kept.
    public var keepsMarkers = true

    public init(method: Method = .insertion, snap: Snap = .down) {
        self.method = method
        self.snap = snap
    }

    /// The playlist, and the positions of the ads.
    public struct Result: Hashable, Sendable {
        public var playlist: MediaPlaylist
        public var breaks: [PlacedBreak]
        /// What was left out, and why.
        public var problems: [String]
    }

    public struct PlacedBreak: Hashable, Sendable {
        /// The requested position in seconds of the content.
        public var at: Double
        /// The boundary at which it was placed.
        public var contentTime: Double
        /// In seconds of the stitched playlist.
        public var start: Double
        public var ads: [PlacedAd]
        /// The number of content segments replaced by the ads.
        public var replaced: Int
    }

    public struct PlacedAd: Hashable, Sendable {
        public var address: String
        /// In seconds of the stitched playlist.
        public var start: Double
        public var duration: Double
        public var segments: Int
    }
}
