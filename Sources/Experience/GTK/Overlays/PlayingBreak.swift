// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
public import WindowboxPlayer
import WindowboxStreaming

/// Content that plays instead of the item, such as an advertisement.
public struct PlayingBreak: Hashable, Sendable {
    /// Position in a pod, such as ad 1 of 2.
    public struct Place: Hashable, Sendable {
        /// Counted from 1.
        public var position: Int
        /// 0 if unknown.
        public var total: Int

        public init(_ position: Int, of total: Int = 0) { (self.position, self.total) = (position, total) }
    }

    /// Seconds until it ends; nil if unknown.
    public var remaining: Int?
    /// Seconds until it can be skipped: 0 means now, nil never.
    public var skippableIn: Int?
    /// Nil if it isn't counted.
    public var place: Place?
    /// The ad's title for display; nil if it has none.
    public var title: String?
    /// There is a click-through page.
    public var hasPage = false
    /// Images shown next to it.
    public var companions: [AdCompanion] = []
    /// Icons shown over it.
    public var icons: [AdIcon] = []
    /// The pending seek target, in seconds of the content; playback resumes there.
    public var returnsTo: Int?
    /// Seeking is allowed.
    public var allowsSeeking = true

    public init(remaining: Int? = nil, skippableIn: Int? = nil, place: Place? = nil) {
        self.remaining = remaining
        self.skippableIn = skippableIn
        self.place = place
    }

    /// Nil if the interstitial should look like the item itself.
    init?(_ playing: PlayingInterstitial?) {
        guard let playing, !playing.event.looksPrimary else { return nil }
        let length = [playing.event.duration, playing.event.playoutLimit].compactMap { $0 }.min()
        remaining = length.map { Self.whole($0 - playing.elapsed) }
        let mayStill = playing.skipControl.map { skip in skip.duration.map { playing.elapsed <= skip.offset + $0 } ?? true } ?? false
        skippableIn = mayStill ? playing.skipControl.map { Self.whole($0.offset - playing.elapsed) } : nil
        allowsSeeking = !playing.event.restrictsSkip && !playing.event.restrictsJump
    }

    /// Combines what is known about the playing ad with the interstitial that contains it.
    ///
    /// - Parameters:
    ///   - ad: nil if nothing that is playing describes itself.
    ///   - interstitial: determines when skipping is allowed; nil if the ad is part of the stream.
    init?(_ ad: AdPresentation?, in interstitial: PlayingBreak?) {
        guard let ad else {
            guard let interstitial else { return nil }
            self = interstitial
            return
        }
        self = interstitial ?? PlayingBreak(skippableIn: ad.skipOffset.map { Self.whole($0 - ad.elapsed) })
        remaining = Self.whole(ad.left)
        place = ad.position > 0 ? Place(ad.position, of: ad.total) : nil
        title = ad.title
        hasPage = ad.clickThrough != nil
        companions = ad.companions
        icons = ad.icons
        returnsTo = ad.returnsTo.map { Self.whole($0) }
    }

    private static func whole(_ seconds: Double) -> Int { Int(min(max(seconds, 0), 1e6).rounded(.up)) }

    /// "Ad", or "Ad 1 of 2 · 0:12".
    public var text: String {
        var text = translated("Ad")
        // A single ad needs no number.
        if let place, place.total > 1 || place.position > 1 {
            let values = ["position": "\(place.position)", "total": "\(place.total)"]
            text = place.total >= place.position ? translated("Ad {position} of {total}", values) : translated("Ad {position}", values)
        }
        return remaining.map { "\(text) · " + TimeText.clock(Double($0)) } ?? text
    }
}
