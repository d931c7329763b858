// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS
public import WindowboxStreaming

/// What becomes of other content that interrupts an item.
public enum InterstitialFact: Hashable, Sendable {
    /// The item stands still, and this is loaded and played.
    case began(ScheduledInterstitial)
    /// One of its assets comes on air.
    case asset(ScheduledInterstitial, InterstitialAsset)
    /// One of its assets can't be played, or no further; the next one follows.
    case assetFailed(ScheduledInterstitial, InterstitialAsset, StreamingError)
    /// It is over; another one may begin, or the item go on. `elapsed` is the seconds of it that are over, of all of its assets.
    case ended(ScheduledInterstitial, InterstitialBreak.Ending, elapsed: Double)
}

/// An asset of an interstitial.
public struct InterstitialAsset: Hashable, Sendable {
    /// Its place among the interstitial's assets, from 0.
    public var index: Int
    /// How many assets the interstitial has; 0 where that is not known.
    public var count: Int
    /// As its list names it, with what ad systems say of it there; its duration is 0 where that is not known.
    public var asset: AssetList.Asset
    /// Seconds of the interstitial that were over when it came.
    public var elapsed: Double
    /// Seconds of the asset that were left out, since they were over when a live stream was joined in it.
    public var start: Double

    public init(index: Int, count: Int = 0, asset: AssetList.Asset, elapsed: Double = 0, start: Double = 0) {
        self.index = index
        self.count = count
        self.asset = asset
        self.elapsed = elapsed
        self.start = start
    }
}

/// An interstitial while it plays.
public struct PlayingInterstitial: Hashable, Sendable {
    public var event: ScheduledInterstitial
    /// Seconds of it that are over, of all of its assets.
    public var elapsed: Double
    /// When it may be skipped, by its list or else its tag; nil when it may not.
    public var skipControl: ScheduledInterstitial.SkipControl?

    public init(event: ScheduledInterstitial, elapsed: Double, skipControl: ScheduledInterstitial.SkipControl? = nil) {
        self.event = event
        self.elapsed = elapsed
        self.skipControl = skipControl
    }

    /// ``PlaybackEngine/skipInterstitial()`` would end it now.
    public var canSkip: Bool {
        guard let skipControl else { return false }
        return elapsed >= skipControl.offset && skipControl.duration.map { elapsed <= skipControl.offset + $0 } ?? true
    }
}
