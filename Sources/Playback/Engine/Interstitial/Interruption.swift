// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia
import WindowboxStreaming

/// A break of an item in which other content plays.
struct Interruption {
    /// What is left to play.
    var turn: InterstitialBreak
    /// Where the item was interrupted, in seconds.
    let position: Double
    /// The seek that led here.
    var seek: Seek?
    var load: InterstitialLoad?
    /// The index of the asset that plays.
    var index = 0
    /// Seconds skipped at the start of that asset, because they were over when the viewer joined the live stream.
    var assetStart = 0.0
    /// Part of the current interstitial was shown.
    var hasPlayed = false

    struct Seek {
        var requestedAt: Instant
        var report: @Sendable (SeekReport) -> Void
    }

    init(_ turn: InterstitialBreak, at position: Double, seek: Seek?) {
        self.turn = turn
        self.position = position
        self.seek = seek
    }

    var assets: [AssetList.Asset]? { load?.assets }
    /// Whether assets may still play; false once the interstitial's limit is reached.
    var hasTimeLeft: Bool { turn.remaining ?? 1 > 0 }

    /// Counts seconds of the current interstitial as played.
    mutating func played(_ seconds: Double) {
        hasPlayed = true
        turn.played(seconds)
    }

    mutating func begin(_ load: InterstitialLoad) {
        self.load = load
        hasPlayed = false
    }

    /// Ends the current interstitial.
    mutating func finish(_ ending: InterstitialBreak.Ending) {
        turn.finish(ending)
        load?.stop()
        load = nil
    }

    mutating func beginAsset(_ index: Int, from start: Double) {
        self.index = index
        assetStart = start
    }

    mutating func takeSeek() -> Seek? {
        defer { seek = nil }
        return seek
    }

    /// How the current interstitial ends when no asset is left.
    var ending: InterstitialBreak.Ending { hasPlayed ? .played : load?.hasFailed == true ? .failed : .empty }

    /// The asset that plays, as reported.
    var asset: InterstitialAsset? {
        guard let assets, assets.indices.contains(index) else { return nil }
        return InterstitialAsset(
            index: index, count: assets.count, asset: assets[index], elapsed: turn.progress, start: assetStart)
    }
}

/// The assets of one interstitial, from the request for its list onwards. Belongs to the engine's actor.
final class InterstitialLoad {
    let event: ScheduledInterstitial
    /// nil until known; empty when the list can't be loaded or has no assets.
    private(set) var assets: [AssetList.Asset]?
    private(set) var skipControl: ScheduledInterstitial.SkipControl?
    private(set) var hasFailed = false
    /// The first asset, prepared in advance.
    var first: PlayingItem?
    var task: Task<Void, Never>?

    init(_ event: ScheduledInterstitial) {
        self.event = event
        skipControl = event.skipControl
    }

    /// Takes a single asset in place of a list.
    func set(_ asset: AssetList.Asset) { assets = [asset] }

    /// - Parameter keepsAssets: false when the list can't be loaded.
    func fail(keepsAssets: Bool = false) {
        hasFailed = true
        if !keepsAssets { assets = [] }
    }

    func set(_ list: AssetList) {
        assets = list.assets
        guard list.skipControlOffset != nil || list.skipControlDuration != nil || list.skipControlLabelID != nil else { return }
        skipControl = .init(
            offset: max(list.skipControlOffset ?? 0, 0), duration: list.skipControlDuration, labelID: list.skipControlLabelID)
    }

    /// Where a viewer who joins in the middle begins: the index of an asset, and the seconds of it to skip.
    ///
    /// A server that received `_HLS_start_offset` has already left out the part that has passed. Only a list as long as the interstitial
    /// still contains it.
    func start(in assets: [AssetList.Asset], joinedAt seconds: Double) -> (index: Int, start: Double) {
        guard seconds > 0 else { return (0, 0) }
        if case .playlist = event.asset { return (0, seconds) }
        let whole = assets.reduce(0) { $0 + $1.duration }
        guard let length = event.duration ?? event.playoutLimit ?? event.resumeOffset, whole >= length - 0.5 else { return (0, 0) }
        var rest = seconds
        for (index, asset) in assets.enumerated() {
            if rest < asset.duration { return (index, rest) }
            rest -= asset.duration
        }
        return (assets.count, 0)
    }

    func takeFirst() -> PlayingItem? {
        defer { first = nil }
        return first
    }

    func stop() {
        task?.cancel()
        first?.stop()
        first = nil
    }
}
