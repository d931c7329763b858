// SPDX-License-Identifier: Apache-2.0

/// Content that interrupts the primary content (RFC 8216bis appendix D).
public struct Interstitial: Hashable, Sendable {
    /// What an interstitial plays.
    public enum Asset: Hashable, Sendable {
        /// X-ASSET-URI: a multivariant or media playlist.
        case playlist(URIReference)
        /// X-ASSET-LIST: a JSON document, see ``AssetList``.
        case list(URIReference)
    }

    /// X-TIMELINE-OCCUPIES.
    public enum Occupation: UInt8, Hashable, Sendable { case point, range }
    /// X-TIMELINE-STYLE.
    public enum Style: UInt8, Hashable, Sendable { case highlight, primary }

    /// What to play.
    public var asset: Asset
    /// Seconds of primary content from the range's start to the resume position; nil is the interstitial's own duration.
    public var resumeOffset: Double?
    /// The maximum playout duration in seconds.
    public var playoutLimit: Double?
    /// X-SNAP OUT and IN: start, or resume, at a segment boundary of the primary content.
    public var snapsOut: Bool
    /// Whether the primary content resumes at a segment boundary.
    public var snapsIn: Bool
    /// X-RESTRICT SKIP and JUMP: no seeking or fast playback inside it, no seeking past it.
    public var restrictsSkip: Bool
    /// Whether seeking past it is restricted.
    public var restrictsJump: Bool
    /// X-TIMELINE-OCCUPIES: how it is shown on a seek bar.
    public var occupies: Occupation
    /// Whether a seek bar highlights it or shows it like primary content.
    public var style: Style
    /// Whether the content may differ between viewers.
    public var mayVary: Bool
    /// X-SKIP-CONTROL-OFFSET: when a skip button may appear, in seconds from the interstitial's start.
    public var skipControlOffset: Double?
    /// X-SKIP-CONTROL-DURATION: for how many seconds it is shown.
    public var skipControlDuration: Double?
    /// X-SKIP-CONTROL-LABEL-ID: identifies the button's text; nil for the player's own.
    public var skipControlLabelID: String?

    /// Creates an interstitial with the default of each attribute.
    public init(asset: Asset) {
        self.asset = asset
        resumeOffset = nil
        playoutLimit = nil
        snapsOut = false
        snapsIn = false
        restrictsSkip = false
        restrictsJump = false
        occupies = .point
        style = .highlight
        mayVary = true
        skipControlOffset = nil
        skipControlDuration = nil
        skipControlLabelID = nil
    }

    /// The CLASS of interstitial date ranges.
    public static var classification: String { "com.apple.hls.interstitial" }
}
