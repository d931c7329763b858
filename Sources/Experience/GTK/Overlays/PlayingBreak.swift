// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
public import WindowboxPlayer
import WindowboxStreaming

/// Other content that plays in place of the item, such as an advertisement.
public struct PlayingBreak: Hashable, Sendable {
    /// Which of several.
    public struct Place: Hashable, Sendable {
        /// From 1.
        public var position: Int
        /// 0 where that is not known.
        public var total: Int

        public init(_ position: Int, of total: Int = 0) { (self.position, self.total) = (position, total) }
    }

    /// Seconds until it is over; nil where that is not known.
    public var remaining: Int?
    /// Seconds until it may be skipped: 0 is now, nil never.
    public var skippableIn: Int?
    /// Nil for what is not counted.
    public var place: Place?
    /// What it is called.
    public var title: String?
    /// There is a page that says more.
    public var hasPage = false
    /// Pictures that stand beside it.
    public var companions: [AdCompanion] = []
    /// Pictures that stand over it.
    public var icons: [AdIcon] = []
    /// Where the person wanted to be, in seconds of what plays; playing goes on there.
    public var returnsTo: Int?
    /// One may go elsewhere.
    public var allowsSeeking = true

    public init(remaining: Int? = nil, skippableIn: Int? = nil, place: Place? = nil) {
        self.remaining = remaining
        self.skippableIn = skippableIn
        self.place = place
    }

    /// Nil for what is to look like the item itself.
    init?(_ playing: PlayingInterstitial?) {
        guard let playing, !playing.event.looksPrimary else { return nil }
        let length = [playing.event.duration, playing.event.playoutLimit].compactMap { $0 }.min()
        remaining = length.map { Self.whole($0 - playing.elapsed) }
        let mayStill = playing.skipControl.map { skip in skip.duration.map { playing.elapsed <= skip.offset + $0 } ?? true } ?? false
        skippableIn = mayStill ? playing.skipControl.map { Self.whole($0.offset - playing.elapsed) } : nil
        allowsSeeking = !playing.event.restrictsSkip && !playing.event.restrictsJump
    }

    /// What is known of the ad that plays, over what the player knows of the interstitial that it is in.
    ///
    /// - Parameters:
    ///   - ad: nil where nothing plays that says what it is.
    ///   - interstitial: nil where the ad is a part of the stream; it says when one may skip.
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
        var text = "Ad"
        // One alone needs no number.
        if let place, place.total > 1 || place.position > 1 {
            text += " \(place.position)" + (place.total >= place.position ? " of \(place.total)" : "")
        }
        return remaining.map { "\(text) · " + TimeText.clock(Double($0)) } ?? text
    }
}
