// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS
public import WindowboxStreaming

/// The progress of an interstitial that interrupts an item.
public enum InterstitialFact: Hashable, Sendable {
    /// The item is held, and this interstitial is loaded and played.
    case began(ScheduledInterstitial)
    /// One of its assets goes on air.
    case asset(ScheduledInterstitial, InterstitialAsset)
    /// One of its assets can't be played, or no further. The next one follows.
    case assetFailed(ScheduledInterstitial, InterstitialAsset, StreamingError)
    /// It has ended; another one may begin, or the item resumes. `elapsed` is the seconds that have passed over all of its assets.
    case ended(ScheduledInterstitial, InterstitialBreak.Ending, elapsed: Double)
}

/// An asset of an interstitial.
public struct InterstitialAsset: Hashable, Sendable {
    /// Its index among the interstitial's assets, from 0.
    public var index: Int
    /// How many assets the interstitial has; 0 when unknown.
    public var count: Int
    /// The asset as its list describes it, with data from ad systems. Its duration is 0 when unknown.
    public var asset: AssetList.Asset
    /// Seconds of the interstitial that had passed when the asset began.
    public var elapsed: Double
    /// Seconds skipped at the start of the asset, because they were over when the viewer joined the live stream.
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
    /// The interstitial as it was scheduled.
    public var event: ScheduledInterstitial
    /// Seconds that have passed over all of its assets.
    public var elapsed: Double
    /// When it may be skipped, according to its list, otherwise its tag; nil when it may not.
    public var skipControl: ScheduledInterstitial.SkipControl?

    public init(event: ScheduledInterstitial, elapsed: Double, skipControl: ScheduledInterstitial.SkipControl? = nil) {
        self.event = event
        self.elapsed = elapsed
        self.skipControl = skipControl
    }

    /// Whether ``PlaybackEngine/skipInterstitial()`` would end it now.
    public var canSkip: Bool {
        guard let skipControl else { return false }
        return elapsed >= skipControl.offset && skipControl.duration.map { elapsed <= skipControl.offset + $0 } ?? true
    }
}
