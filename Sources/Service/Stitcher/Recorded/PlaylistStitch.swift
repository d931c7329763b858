// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

/// Puts ads into one media playlist. The same content, breaks and settings give the same playlist, on any machine.
public struct PlaylistStitch: Hashable, Sendable {
    /// What an ad does to the content's time.
    public enum Method: Hashable, Sendable {
        /// The content waits: recorded content.
        case insertion
        /// The content goes on underneath: live.
        case replacement
    }

    /// Where a break begins that does not fall between two segments.
    public enum Snap: Hashable, Sendable { case down, nearest }

    public struct Break: Hashable, Sendable {
        /// In seconds of the content, from the first segment; infinite behind the last.
        public var at: Double
        /// One media playlist for each ad, of the rendition that fits.
        public var ads: [MediaPlaylist]

        public init(at: Double, ads: [MediaPlaylist]) {
            self.at = at
            self.ads = ads
        }
    }

    public var method: Method
    public var snap: Snap
    /// Seconds that one segment may last at most in the whole session, so that it need not grow; at least what content and ads want.
    public var targetDuration = 0
    /// Whether markers of SCTE 35 that the origin wrote stay.
    public var keepsMarkers = true

    public init(method: Method = .insertion, snap: Snap = .down) {
        self.method = method
        self.snap = snap
    }

    /// The playlist and what was put where.
    public struct Result: Hashable, Sendable {
        public var playlist: MediaPlaylist
        public var breaks: [PlacedBreak]
        /// What was left out, and why.
        public var problems: [String]
    }

    public struct PlacedBreak: Hashable, Sendable {
        /// As it was asked for, in seconds of the content.
        public var at: Double
        /// The boundary it was put at.
        public var contentTime: Double
        /// In seconds of the stitched playlist.
        public var start: Double
        public var ads: [PlacedAd]
        /// Segments of the content that the ads took the place of.
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
