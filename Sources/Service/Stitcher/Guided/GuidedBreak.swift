// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

/// An interstitial in a playlist shared by all sessions: it marks a break, and each player requests its own ads (RFC 8216bis, appendix D).
public struct GuidedBreak: Hashable, Sendable {
    public enum Position: Hashable, Sendable {
        /// Seconds since 1970.
        case date(Double)
        /// Before or after the content. The value is the date of its first or last moment, since a date is still required.
        case pre(Double)
        case post(Double)
    }

    public var id: String
    public var position: Position
    public var asset: Interstitial.Asset
    /// The duration of the ads in seconds; nil while undecided.
    public var duration: Double?
    public var plannedDuration: Double?
    /// Seconds of content to skip after the ads: 0 resumes where the content was interrupted; nil skips as much as the ads last.
    public var resumeOffset: Double?
    /// Seconds after which the ads are cut off.
    public var playoutLimit: Double?
    public var snapsOut = true
    public var snapsIn = true
    public var restrictsSkip = true
    public var restrictsJump = true
    public var isOnce = false
    public var occupies = Interstitial.Occupation.point
    public var style = Interstitial.Style.highlight
    public var mayVary = true
    /// When the skip button appears, in seconds from the start of the ads; its display time in seconds; and the id of its label.
    public var skipOffset: Double?
    public var skipDuration: Double?
    public var skipLabel: String?
    /// Client-defined attributes, whose names begin with `X-`.
    public var clientAttributes: [Attribute] = []

    public init(id: String, at position: Position, asset: Interstitial.Asset) {
        self.id = id
        self.position = position
        self.asset = asset
    }

    /// The date range for the playlist.
    public var dateRange: DateRange {
        var range = DateRange(id: id)
        var cue = DateRange.Cue(isOnce: isOnce)
        switch position {
        case .date(let date): range.startDate = date
        case .pre(let date): (range.startDate, cue.isPre) = (date, true)
        case .post(let date): (range.startDate, cue.isPost) = (date, true)
        }
        if cue != DateRange.Cue() { range.cue = cue }
        range.classification = Interstitial.classification
        range.duration = duration
        range.plannedDuration = duration == nil ? plannedDuration : nil
        var interstitial = Interstitial(asset: asset)
        interstitial.resumeOffset = resumeOffset
        interstitial.playoutLimit = playoutLimit
        (interstitial.snapsOut, interstitial.snapsIn) = (snapsOut, snapsIn)
        (interstitial.restrictsSkip, interstitial.restrictsJump) = (restrictsSkip, restrictsJump)
        interstitial.occupies = occupies
        interstitial.style = style
        interstitial.mayVary = mayVary
        interstitial.skipControlOffset = skipOffset
        interstitial.skipControlDuration = skipDuration
        interstitial.skipControlLabelID = skipLabel.flatMap { Self.isLabel($0) ? $0 : nil }
        range.interstitial = interstitial
        range.clientAttributes = clientAttributes.filter { $0.name.hasPrefix("X-") }
        return range
    }

    /// Whether it consists of letters, hyphens and underscores.
    private static func isLabel(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 == 0x2D || $0 == 0x5F }
    }
}
