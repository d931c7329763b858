// SPDX-License-Identifier: Apache-2.0

public import WindowboxStreaming

/// What becomes of other content that interrupts an item.
public enum InterstitialFact: Hashable, Sendable {
    /// The item stands still, and this is loaded and played.
    case began(ScheduledInterstitial)
    /// It is over; another one may begin, or the item go on.
    case ended(ScheduledInterstitial, InterstitialBreak.Ending)
}

/// An interstitial while it plays.
public struct PlayingInterstitial: Hashable, Sendable {
    public var event: ScheduledInterstitial
    /// Seconds of it that were played, over all of its assets.
    public var elapsed: Double
    /// When it may be skipped, by its list or else its tag; nil when it may not.
    public var skipControl: ScheduledInterstitial.SkipControl?

    /// ``PlaybackEngine/skipInterstitial()`` would end it now.
    public var canSkip: Bool {
        guard let skipControl else { return false }
        return elapsed >= skipControl.offset && skipControl.duration.map { elapsed <= skipControl.offset + $0 } ?? true
    }
}
