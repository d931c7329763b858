// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

/// Replaces live content with ads in one rendition's playlist, for each change of the origin's.
///
/// The same origin, breaks and ledger give the same playlist on any machine. Ads appear at the pace of the content they replace, so that no
/// player gets ahead of the live edge; what was published doesn't change.
public struct LiveStitch: Hashable, Sendable {
    public struct Ad: Hashable, Sendable {
        /// The complete playlist of the matching rendition.
        public var playlist: MediaPlaylist
        /// In seconds, the same for all renditions.
        public var duration: Double

        public init(_ playlist: MediaPlaylist, duration: Double? = nil) {
            self.playlist = playlist
            self.duration = duration ?? playlist.duration
        }
    }

    public struct Break: Hashable, Sendable {
        public var id: String
        /// In seconds on the stream's clock: since 1970 if the origin has dates, else since its first segment was seen.
        public var start: Double
        /// When the content returned early; nil while unknown.
        public var end: Double?
        public var ads: [Ad]

        public init(id: String, start: Double, end: Double? = nil, ads: [Ad]) {
            self.id = id
            self.start = start
            self.end = end
            self.ads = ads
        }
    }

    public var snap = PlaylistStitch.Snap.nearest
    /// The longest duration of a segment in the session in seconds; at least the origin's.
    public var targetDuration = 0
    public var keepsMarkers = true
    /// The server control of the stitched playlist; nil for the origin's.
    public var serverControl: ServerControl?

    public init() {}

    public struct Result: Hashable, Sendable {
        public var playlist: MediaPlaylist
        /// For the next call.
        public var ledger: LiveLedger
        /// What was left out, and why.
        public var problems: [String]
    }

    /// Boundaries at most this many seconds apart are treated as one: renditions differ by frames, dates by rounding.
    static let tolerance = 0.1
    /// The minimum length of a playlist in target durations (RFC 8216bis 6.2.2).
    public static let shortestWindow = 3

    /// - Parameters:
    ///   - origin: one complete load of the origin's playlist.
    ///   - name: the origin it came from, if there are several.
    ///   - breaks: the decisions so far, in any order; those that have left the window may be missing.
    ///   - ledger: this rendition's, from the previous call.
    public func apply(to origin: MediaPlaylist, of name: String? = nil, breaks: [Break], ledger: LiveLedger) -> Result {
        var layout = LiveLayout(self, origin, name, ledger)
        for entry in breaks.sorted(by: { ($0.start, $0.id) < ($1.start, $1.id) }) { layout.place(entry) }
        layout.fill(breaks)
        return layout.result()
    }
}
