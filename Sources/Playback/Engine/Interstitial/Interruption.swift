// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia
import WindowboxStreaming

/// A break of an item in which other content plays. Belongs to the engine's actor.
struct Interruption {
    /// The item that others know of; it is off the air.
    let primary: PlayingItem
    /// What was prepared behind it.
    var following: PlayingItem?
    var turn: InterstitialBreak
    /// Where the primary stands, in seconds.
    let position: Double
    /// The seek that led here.
    var seek: Seek?
    var load: InterstitialLoad?
    /// Of the asset that plays.
    var index = 0
    /// Seconds of that asset that were left out, since they were over when a live stream was joined.
    var assetStart = 0.0
    /// Something of the present interstitial was shown.
    var hasPlayed = false

    struct Seek {
        var asked: Instant
        var report: @Sendable (SeekReport) -> Void
    }

    func stop() {
        load?.stop()
        primary.stop()
        following?.stop()
    }
}

/// The assets of one interstitial, from the moment at which they are looked for. Belongs to the engine's actor.
final class InterstitialLoad {
    let event: ScheduledInterstitial
    /// nil until they are known; none where the list can't be had, or names none.
    var assets: [AssetList.Asset]?
    var skipControl: ScheduledInterstitial.SkipControl?
    var hasFailed = false
    /// The first asset, got ready ahead.
    var first: PlayingItem?
    var task: Task<Void, Never>?

    init(_ event: ScheduledInterstitial) {
        self.event = event
        skipControl = event.skipControl
    }

    func take(_ list: AssetList) {
        assets = list.assets
        guard list.skipControlOffset != nil || list.skipControlDuration != nil || list.skipControlLabelID != nil else { return }
        skipControl = .init(
            offset: max(list.skipControlOffset ?? 0, 0), duration: list.skipControlDuration, labelID: list.skipControlLabelID)
    }

    /// Where to begin for who joins in the middle: an asset, and the seconds of it that are over.
    ///
    /// A server that was told of it has left out what is over; who wants to begin elsewhere than at the first asset has a list as long
    /// as the interstitial.
    func place(in assets: [AssetList.Asset], joinedAt seconds: Double) -> (index: Int, start: Double) {
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
