// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import Observation
import WindowboxCaptions
public import WindowboxEngine
public import WindowboxMedia
public import WindowboxPlayer

/// A `Player` as controls see it: with the time, the ranges and all else to observe, each apart, so that
/// a change of time wakes only what shows the time.
@MainActor @Observable public final class PlayerModel: PlayerControlling {
    public private(set) var position = 0.0
    public private(set) var seekable: TimeRange?
    public private(set) var bufferedRange: TimeRange?

    public private(set) var cues = ActiveCues.none
    private var interstitial: PlayingBreak?
    /// Whoever plays ads on the player: controls go through it, and show what it says. Nil for nobody.
    public var ads: (any AdPresenting)?
    /// Where other content interrupts the item.
    private(set) var interruptions: [SeekMark] = []
    /// What captions look like before the stream, the player's `textStyleRules` and ``captionPreference`` come over it.
    public var baseCaptionStyle = CaptionStyle()
    /// What the person wants of it, whatever is played.
    public var captionPreference = CaptionPreference()
    /// Seconds by which captions come later than they say, negative for earlier: of this item, whatever its captions are.
    public var captionDelay = 0.0 { didSet { if captionDelay != oldValue { showCues() } } }
    /// Seconds of playing for a second of a subtitle file, for one made at another frame rate; of this item as well.
    public var captionScale = 1.0 { didSet { if captionScale != oldValue { showCues() } } }
    public var captionStyle: CaptionStyle {
        var style = baseCaptionStyle
        style.rules += player.textStyleRules
        style.preference = captionPreference
        return style
    }
    var addedSubtitles: [PlayerItem: ItemSubtitles] = [:]
    /// As known when they were looked up last.
    var devices: [AudioDevice] = []
    /// Where a person wants the sound to go, there or not; nil leaves it to the sound server.
    public internal(set) var wantedDevice: AudioDevice?
    /// Where it was sent; nil is where the sound server sends it.
    var usedDevice: AudioDevice.ID?
    /// The pictures are shown outside of the player's window too, as in picture in picture.
    @ObservationIgnored public var isSeenElsewhere = false

    @ObservationIgnored public let player: Player
    @ObservationIgnored let sound: (any AudioDeviceChoosing)?
    @ObservationIgnored var noticeListeners: [Int: AsyncStream<PlayerNotice>.Continuation] = [:]
    @ObservationIgnored private var captions = CaptionFeed()
    /// What ``captionDelay`` and ``captionScale`` are for.
    @ObservationIgnored private var captionItem: ItemID?
    @ObservationIgnored private var captionTimer: MainLoop.Timer?
    @ObservationIgnored lazy var thumbnails = ThumbnailStore(player)
    @ObservationIgnored private var following: [Task<Void, Never>] = []

    /// - Parameters:
    ///   - sound: the player's output, where a person may choose its device.
    ///   - interval: of the item's time, from one ``position`` to the next while it plays.
    public init(_ player: Player, sound: (any AudioDeviceChoosing)? = nil, interval: Duration = .milliseconds(250)) {
        self.player = player
        self.sound = sound
        player.showsReplayCaptions = true
        following = [
            Task { [weak self, updates = player.propertiesUpdates] in
                for await properties in updates { self?.follow(properties) }
            },
            Task { [weak self, times = player.periodicTimes(every: interval)] in
                for await time in times { self?.move(to: time) }
            },
            Task { [weak self, facts = player.engineFacts] in
                for await fact in facts { self?.hear(fact) }
            },
            Task { [weak self, updates = player.interstitialUpdates] in
                for await playing in updates { self?.tell(PlayingBreak(playing)) }
            },
        ]
    }

    isolated deinit {
        for task in following { task.cancel() }
    }

    private func follow(_ properties: PlayerProperties) {
        let range = properties.seekableTimeRange.flatMap { $0.isEmpty ? nil : $0 }
        if seekable != range { seekable = range }
        if bufferedRange != properties.loadedTimeRange { bufferedRange = properties.loadedTimeRange }
        markInterruptions()
        move(to: properties.seekTime ?? player.time ?? 0)
    }

    private func tell(_ playing: PlayingBreak?) {
        if interstitial != playing { interstitial = playing }
    }

    private func markInterruptions() {
        let marks = SeekMark.interruptions(of: player.interstitialSchedule)
        if interruptions != marks { interruptions = marks }
    }

    private func move(to time: Double) {
        if position != time { position = time }
        showCues()
    }

    private func hear(_ fact: EngineFact) {
        switch fact {
        case .text(let id, let text):
            captions.handle(text, of: id)
            showCues()
        case .interstitials, .interstitial: markInterruptions()
        case .captions(let id, _): if id == player.currentItemID, chosenService != nil { showCues() }
        case .audioOutput(.deviceLost):
            usedDevice = nil
            lookForDevices()
        default: break
        }
    }

    /// Cues come and go at their own times, which lie between those that ``position`` is told at.
    func showCues() {
        if captionItem != player.currentItemID {
            captionItem = player.currentItemID
            captionDelay = 0
            captionScale = 1
        }
        let sources = [captionSource] + (secondCues.map { [.shelf($0)] } ?? [])
        let timing = captionTiming
        let time = timing.fileTime(at: MediaTime(seconds: player.time ?? position)).seconds
        let active = sources.dropFirst().reduce(sources[0].active(at: time)) { $0.joined(with: $1.active(at: time)) }
        if cues != active { cues = active }
        captionTimer = nil
        guard player.rate > 0, let change = sources.compactMap({ $0.nextChange(after: time) }).min() else { return }
        let wait = (change - time) * timing.scale
        guard wait < 2 else { return }
        captionTimer = MainLoop.after(seconds: wait / player.rate + 0.002) { [weak self] in self?.showCues() }
    }
}

extension PlayerModel {
    /// The service inside the pictures that is chosen.
    private var chosenService: ClosedCaptionService? {
        guard case .on(let track) = player.currentMediaOption(for: .legible) else { return nil }
        return track.closedCaptions
    }

    /// The cues that are shown first, where they are known ahead.
    var shownShelf: CueBuffer? { if case .shelf(let shelf) = captionSource { shelf } else { nil } }

    private var captionSource: CaptionSource {
        if let addedCues { return .shelf(addedCues) }
        if let chosenService { return .pictures(player.closedCaptions, chosenService) }
        return .shelf(captions.shelf(of: player.currentItemID))
    }
}

extension PlayerModel {
    public var title: String { player.metadata.title ?? "" }
    public var isPlaying: Bool { player.shouldPlay }
    public var isBusy: Bool { player.isBuffering && player.shouldPlay }
    public var hasEnded: Bool { player.error == nil && (player.playbackState == .ended || player.currentItem == nil && player.canReplay) }
    public var isLive: Bool { player.streamType == .live || player.streamType == .dvr }
    /// A sentence, where the error is written as a part of one.
    public var errorMessage: String? { player.error.map { $0.description.prefix(1).uppercased() + $0.description.dropFirst() } }

    public var failure: FailureText? { player.error.map { FailureText($0) } }
    public var availableFrom: Date? { player.error?.availableFrom }
    public var playingBreak: PlayingBreak? { PlayingBreak(ads?.showing, in: interstitial) }
    public func skipBreak() { if let ads { ads.skip() } else { player.skipInterstitial() } }
    public func openBreakPage() { ads?.click() }
    public func openCompanion(_ index: Int) { ads?.clickCompanion(index) }
    public var adOverlay: AdOverlay? { ads?.overlay }
    public func adOverlayShown() { ads?.overlayShown() }
    public func openAdOverlay() { ads?.clickOverlay() }
    public func closeAdOverlay() { ads?.closeOverlay() }
    public var adCard: AdCard? { ads?.card }
    public func adCardShown() { ads?.cardShown() }
    public func openAdCard() { ads?.clickCard() }
    public func closeAdCard() { ads?.closeCard() }
    public func iconShown(_ icon: AdIcon) { ads?.iconShown(icon) }
    public func openIcon(_ icon: AdIcon) { ads?.clickIcon(icon) }
    public var isCovered: Bool { ads?.isCovered ?? false }
    public var canSeek: Bool { (ads?.isSeekable ?? true) && (interstitial?.allowsSeeking ?? true) }

    public var rate: Double {
        get { player.desiredSpeed }
        set { player.desiredSpeed = newValue }
    }
    public var volume: Double {
        get { player.volume }
        set { player.volume = newValue }
    }
    public var isMuted: Bool {
        get { player.isMuted }
        set { player.isMuted = newValue }
    }

    /// Pauses a video as `Player.backgroundPlaybackPolicy` says, unless ``isSeenElsewhere``.
    public func enterBackground() { player.applicationDidEnterBackground(isSeenElsewhere: isSeenElsewhere) }
    public func enterForeground() { player.applicationWillEnterForeground() }

    public func togglePlayPause() { if let ads { ads.togglePlayPause() } else { player.togglePlayPause() } }

    public func seek(to time: Double) {
        guard canSeek else { return }
        if let ads { ads.seek(to: time) } else { player.seek(to: time) }
    }

    public func preview(at time: Double) {
        guard canSeek else { return }
        if let ads { ads.preview(at: time) } else { player.preview(at: time) }
    }

    public func step(by frames: Int) {
        player.pause()
        Task { await player.step(by: frames) }
    }

    public func retry() { player.replay() }

    public var canGoToNext: Bool { player.canAdvanceToNextItem }
    public var canGoToPrevious: Bool { player.items.count > 1 && player.canReturnToPreviousItem }
    public func goToNext() { player.advanceToNextItem() }
    public func goToPrevious() { player.returnToPreviousItem() }
}
