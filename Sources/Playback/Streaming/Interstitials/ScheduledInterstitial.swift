// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// Other content that interrupts the primary at a position on the item's timeline (RFC 8216bis appendix D).
public struct ScheduledInterstitial: Hashable, Sendable {
    /// When an interstitial plays (the CUE attribute, or the start of its date range).
    public enum Place: Hashable, Sendable {
        /// Before the primary begins (CUE=PRE).
        case beginning
        /// Seconds on the item's timeline.
        case time(Double)
        /// After the primary's end (CUE=POST).
        case end
    }

    /// What an interstitial plays (X-ASSET-URI or X-ASSET-LIST).
    public enum Asset: Hashable, Sendable {
        /// A playlist to play as is.
        case playlist(String)
        /// A JSON list of playlists.
        case list(String)
    }

    /// X-SKIP-CONTROL-OFFSET, -DURATION and -LABEL-ID: seconds into the interstitial, seconds, and an identifier of the label's text.
    public struct SkipControl: Hashable, Sendable {
        /// Seconds into the interstitial from which it may be skipped.
        public var offset: Double
        /// Seconds for which it may be skipped; nil until its end.
        public var duration: Double?
        /// Identifies the text of the button; nil for the player's own text.
        public var labelID: String?
        public init(offset: Double, duration: Double? = nil, labelID: String? = nil) {
            self.offset = offset
            self.duration = duration
            self.labelID = labelID
        }
    }

    /// The ID of its date range.
    public var id: String
    /// When it plays.
    public var place: Place
    /// Absolute URL.
    public var asset: Asset
    /// Plays only the first time that playback reaches it.
    public var isOnce: Bool
    /// Seconds of primary from ``place`` to where playback resumes; nil means as long as the interstitial has played.
    public var resumeOffset: Double?
    /// Seconds after which it is cut off; nil means no limit.
    public var playoutLimit: Double?
    /// Leaves the primary at a boundary of its segments; ``snapsIn`` does the same for the return.
    public var snapsOut: Bool
    /// Resumes the primary at a boundary of its segments.
    public var snapsIn: Bool
    /// Neither seeking nor fast playback is allowed inside it.
    public var restrictsSkip: Bool
    /// A seek over it plays it first.
    public var restrictsJump: Bool
    /// Announced seconds; nil if unknown.
    public var duration: Double?
    /// It occupies its duration on the timeline shown to users, rather than a point.
    public var occupiesRange: Bool
    /// It looks like the primary on the timeline instead of being highlighted.
    public var looksPrimary: Bool
    /// Other viewers may see different content.
    public var mayVary: Bool
    /// When the viewer may skip it; nil if the playlist doesn't say.
    public var skipControl: SkipControl?

    /// Creates an interstitial with default attributes.
    public init(id: String, place: Place, asset: Asset) {
        self.id = id
        self.place = place
        self.asset = asset
        isOnce = false
        snapsOut = false
        snapsIn = false
        restrictsSkip = false
        restrictsJump = false
        occupiesRange = false
        looksPrimary = false
        mayVary = true
    }

    /// - Parameter place: time of its date, in seconds; nil skips interstitials that only a date can place.
    init?(_ range: DateRange, place: Double?) {
        guard let interstitial = range.interstitial else { return nil }
        let cue: Place? = range.cue?.isPre == true ? .beginning : range.cue?.isPost == true ? .end : place.map { .time($0) }
        guard let cue else { return nil }
        let asset: Asset =
            switch interstitial.asset {
            case .playlist(let uri): .playlist(uri.url)
            case .list(let uri): .list(uri.url)
            }
        self.init(id: range.id, place: cue, asset: asset)
        isOnce = range.cue?.isOnce ?? false
        resumeOffset = interstitial.resumeOffset
        playoutLimit = interstitial.playoutLimit
        snapsOut = interstitial.snapsOut
        snapsIn = interstitial.snapsIn
        restrictsSkip = interstitial.restrictsSkip
        restrictsJump = interstitial.restrictsJump
        var length = range.duration ?? range.plannedDuration
        if length == nil, let end = range.endDate, let start = range.startDate, end >= start { length = end - start }
        duration = length
        occupiesRange = interstitial.occupies == .range
        looksPrimary = interstitial.style == .primary
        mayVary = interstitial.mayVary
        if interstitial.skipControlOffset != nil || interstitial.skipControlDuration != nil || interstitial.skipControlLabelID != nil {
            skipControl = SkipControl(
                offset: max(0, interstitial.skipControlOffset ?? 0), duration: interstitial.skipControlDuration,
                labelID: interstitial.skipControlLabelID)
        }
    }

    /// The URL to load the asset from, with the query parameters its server expects.
    /// - Parameters:
    ///   - session: identifies the primary's playback session, the same for all of its interstitials (`_HLS_primary_id`).
    ///   - offset: seconds into the interstitial at which it is joined (`_HLS_start_offset`); 0 is left out.
    public func address(session: String, joinedAt offset: Double = 0) -> String {
        let url =
            switch asset {
            case .playlist(let url), .list(let url): url
            }
        guard !url.utf8.starts(with: "data:".utf8) else { return url }
        var directives = [(name: "_HLS_primary_id", value: PercentEncoding.encoded(session))]
        if offset > 0 { directives.append((name: "_HLS_start_offset", value: decimalText(offset, decimals: 3))) }
        return QueryParameters.adding(directives, to: url)
    }
}
