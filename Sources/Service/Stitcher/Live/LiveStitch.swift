// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

/// Puts ads in the place of live content: one rendition's playlist, as often as the origin's changes.
///
/// The same origin, breaks and ledger give the same playlist on any machine. Ads appear at the pace of the content that they hide, so
/// that no player runs ahead of the edge; what was published stays as it was.
public struct LiveStitch: Hashable, Sendable {
    public struct Ad: Hashable, Sendable {
        /// Of the rendition that stands in here, whole.
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
        /// In seconds of the stream's clock: since 1970 where the origin has dates, else since its first segment was seen.
        public var start: Double
        /// When the content came back before its time; nil while nothing says so.
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
    /// Seconds that one segment may last at most in the whole session; at least what the origin says.
    public var targetDuration = 0
    public var keepsMarkers = true
    /// What a reader of the stitched playlist may ask for; the origin's own where there is none.
    public var serverControl: ServerControl?

    public init() {}

    public struct Result: Hashable, Sendable {
        public var playlist: MediaPlaylist
        /// For the next time.
        public var ledger: LiveLedger
        /// What was left out, and why.
        public var problems: [String]
    }

    /// Boundaries that lie so near to each other, in seconds, are one: renditions differ by frames, dates by their rounding.
    static let tolerance = 0.1
    /// A playlist holds so many target durations at least (RFC 8216bis 6.2.2).
    public static let shortestWindow = 3

    /// - Parameters:
    ///   - origin: one load of the origin's playlist, whole.
    ///   - name: which of several origins it came from.
    ///   - breaks: the decisions so far, in any order; those that left the window may be missing.
    ///   - ledger: of this rendition, from the last time.
    public func apply(to origin: MediaPlaylist, of name: String? = nil, breaks: [Break], ledger: LiveLedger) -> Result {
        var layout = LiveLayout(self, origin, name, ledger)
        for entry in breaks.sorted(by: { ($0.start, $0.id) < ($1.start, $1.id) }) { layout.place(entry) }
        layout.fill(breaks)
        return layout.result()
    }
}
