// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import Observation
public import WindowboxCaptions
public import WindowboxEngine
public import WindowboxMedia
public import WindowboxPlayer

/// Adapts a `Player` for controls. Properties are observed individually, so a time change updates only the widgets that show the time.
@MainActor @Observable public final class PlayerModel: PlayerControlling {
    public private(set) var position = 0.0
    public private(set) var seekable: TimeRange?
    public private(set) var bufferedRange: TimeRange?

    private var interstitial: PlayingBreak?
    /// Plays ads on the player. Controls act on it and show its state; nil without ads.
    public var ads: (any AdPresenting)?
    /// Where interstitials interrupt the item.
    private(set) var interruptions: [SeekMark] = []
    /// The application's base style: the stream, the player's `textStyleRules` and ``captionPreference`` override it, in this order.
    public var baseCaptionStyle = CaptionStyle()
    /// Whether the video is also shown outside of the player's window, as in picture in picture.
    @ObservationIgnored public var isSeenElsewhere = false

    /// The player that is controlled; applications may use it directly.
    @ObservationIgnored public let player: Player
    @ObservationIgnored let noticeBroadcaster = NoticeBroadcaster()
    @ObservationIgnored let captions: CaptionController
    @ObservationIgnored let soundDevices: SoundDeviceController
    @ObservationIgnored let options: ViewingOptions
    @ObservationIgnored lazy var thumbnails = ThumbnailStore(player)
    @ObservationIgnored private var following: [Task<Void, Never>] = []

    /// - Parameters:
    ///   - audioDevices: the player's audio output, if the viewer may choose its device.
    ///   - delayedAudio: the player's audio output, if the viewer may delay it.
    ///   - interval: between updates of ``position`` during playback, in the item's time.
    public init(
        _ player: Player, audioDevices: (any AudioDeviceChoosing)? = nil, delayedAudio: DelayedAudioOutput? = nil,
        interval: Duration = .milliseconds(250)
    ) {
        self.player = player
        captions = CaptionController(player, notices: noticeBroadcaster)
        soundDevices = SoundDeviceController(audioDevices, notices: noticeBroadcaster)
        options = ViewingOptions(player, output: delayedAudio)
        player.showsReplayCaptions = true
        following = [
            Task { [weak self, updates = player.propertiesUpdates] in
                for await properties in updates { self?.follow(properties) }
            },
            Task { [weak self, times = player.periodicTimes(every: interval)] in
                for await time in times { self?.move(to: time) }
            },
            Task { [weak self, facts = player.engineFacts] in
                for await fact in facts { self?.handle(fact) }
            },
            Task { [weak self, updates = player.interstitialUpdates] in
                for await playing in updates { self?.follow(PlayingBreak(playing)) }
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

    private func follow(_ playing: PlayingBreak?) {
        if interstitial != playing { interstitial = playing }
    }

    private func markInterruptions() {
        let marks = SeekMark.interruptions(of: player.interstitialSchedule)
        if interruptions != marks { interruptions = marks }
    }

    private func move(to time: Double) {
        if position != time { position = time }
        captions.move(to: time)
        options.move(to: time)
    }

    private func handle(_ fact: EngineFact) {
        switch fact {
        case .interstitials, .interstitial: markInterruptions()
        default: break
        }
        captions.handle(fact)
        soundDevices.handle(fact)
    }
}

// Captions.
extension PlayerModel {
    public var cues: ActiveCues { captions.cues }

    /// The viewer's caption settings, for all items.
    public var captionPreference: CaptionPreference {
        get { captions.preference }
        set { if captions.preference != newValue { captions.preference = newValue } }
    }

    public var captionStyle: CaptionStyle {
        var style = baseCaptionStyle
        style.rules += player.textStyleRules
        style.preference = captionPreference
        return style
    }

    /// Seconds by which captions come later than their timestamps, negative for earlier. Applies to the current item.
    public var captionDelay: Double {
        get { captions.delay }
        set { captions.delay = newValue }
    }

    /// Factor from a subtitle file's timestamps to playback time, for files made at another frame rate. Applies to the current item.
    public var captionScale: Double {
        get { captions.scale }
        set { captions.scale = newValue }
    }

    public func delay(of kind: DelayKind) -> Double? {
        switch kind {
        case .captions: captions.choices.isEmpty ? nil : captionDelay
        case .audio: options.delaysAudio ? options.audioDelay : nil
        }
    }

    public func setDelay(_ seconds: Double, of kind: DelayKind) {
        switch kind {
        case .captions: captionDelay = seconds
        case .audio: options.delayAudio(by: seconds)
        }
    }

    public var takesSubtitles: Bool { player.currentItem != nil }

    public func addSubtitles(_ addresses: [String]) {
        Task { await readSubtitles(addresses) }
    }

    /// Returns when all files have been read or rejected.
    public func readSubtitles(_ addresses: [String]) async { await captions.read(addresses) }

    public var canFindCues: Bool { captions.canSearch }
    public func findCues(_ words: String) -> [FoundCue] { captions.search(words) }
}

// Audio output.
extension PlayerModel {
    /// The viewer's chosen audio device, even while it isn't connected; nil for the sound server's default.
    public var preferredDevice: AudioDevice? { soundDevices.preferred }

    /// Selects an audio device that was chosen in an earlier session.
    ///
    /// If the device isn't connected, the default device is used and a notice is shown. ``preferredDevice`` is kept, because the device may
    /// be connected next time.
    public func useAgain(_ device: AudioDevice) { soundDevices.restore(device) }
}

extension PlayerModel {
    /// Notices for the viewer: automatic actions of the player, and failed requests.
    public var notices: AsyncStream<PlayerNotice> { noticeBroadcaster.notices(about: player) }
}

extension PlayerModel {
    public var title: String { player.metadata.title ?? "" }
    public var isPlaying: Bool { player.shouldPlay }
    public var isBusy: Bool { player.isBuffering && player.shouldPlay }
    public var hasEnded: Bool { player.error == nil && (player.playbackState == .ended || player.currentItem == nil && player.canReplay) }
    public var isLive: Bool { player.streamType == .live || player.streamType == .dvr }
    /// The error's description with an initial capital letter.
    public var errorMessage: String? { player.error.map { $0.description.prefix(1).uppercased() + $0.description.dropFirst() } }

    public var failure: FailureText? { player.error.map { FailureText($0, canSignIn: options.canSignIn) } }
    /// Whether the player's transport asks for a user name and a password when a server requires them, see `CredentialStore`.
    public var canSignIn: Bool {
        get { options.canSignIn }
        set { options.canSignIn = newValue }
    }
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

    /// Pauses video according to `Player.backgroundPlaybackPolicy`, unless ``isSeenElsewhere``.
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

    public func markRepeatedPart() -> String? {
        guard canSeek, let range = seekable, let change = options.markPart(at: player.time ?? position) else { return nil }
        func clock(_ time: Double) -> String { TimeText.clock(time - range.start) }
        switch change {
        case .started(let start): return translated("Repeat from {time}", ["time": clock(start)])
        case .completed(let part):
            return translated("Repeating {start} to {end}", ["start": clock(part.start), "end": clock(part.end)])
        case .cleared: return translated("Repeat Off")
        }
    }

    public func step(by frames: Int) {
        player.pause()
        Task { await player.step(by: frames) }
    }

    public func retry() { player.replay() }

    /// Called when the viewer goes back from the first item, such as to the previous file of a folder; nil if there is nothing before it.
    public var beforeList: (@MainActor () -> Void)? {
        get { options.beforeList }
        set { options.beforeList = newValue }
    }
    /// Called when the viewer advances from the last item; nil if there is nothing after it.
    public var afterList: (@MainActor () -> Void)? {
        get { options.afterList }
        set { options.afterList = newValue }
    }

    private var hasPreviousItem: Bool { player.items.count > 1 && player.canReturnToPreviousItem }
    public var canGoToNext: Bool { player.canAdvanceToNextItem || afterList != nil }
    public var canGoToPrevious: Bool { hasPreviousItem || beforeList != nil }
    public func goToNext() { if player.canAdvanceToNextItem { player.advanceToNextItem() } else { afterList?() } }
    public func goToPrevious() { if hasPreviousItem { player.returnToPreviousItem() } else { beforeList?() } }
}
