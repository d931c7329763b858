// SPDX-License-Identifier: Apache-2.0

public import Observation
public import WindowboxAdMarkup
public import WindowboxAds
public import WindowboxMedia
public import WindowboxPlayer

/// Plays stitched streams on a player: performs the actions of a `StreamAdSession`, and sends tracking events.
///
/// While one of its streams plays, control playback through this object, not through the player.
@MainActor @Observable public final class StreamAdPlayer: AdCardPresenting {
    public let player: Player
    /// The current ad; nil while the content plays.
    public internal(set) var showing: AdPresentation?
    /// Whether the viewer may seek; false during ads.
    public internal(set) var isSeekable = true
    /// Whether playback must be linear: no seeking, at normal speed. Also applies to picture in picture.
    public internal(set) var isLinear = false
    /// Whether the video is covered, and the duration of the fade in seconds.
    public internal(set) var shutter: (isOn: Bool, fade: Double) = (false, 0)
    /// The breaks, in seconds of the stream including ads.
    public internal(set) var cuepoints: [StreamCuepoint] = []

    /// Slots for companion ads next to the player.
    @ObservationIgnored public var companionSlots: [CompanionSlot] = []

    /// Values of macros in tracking URLs, which describe the viewer and the application (VAST 4.3, section 6).
    public var macros: AdMacroValues {
        get { teller.macros }
        set { teller.macros = newValue }
    }
    /// Ad measurement; set it before a stream begins.
    @ObservationIgnored public var measurer = AdMeasurer()
    @ObservationIgnored let service: any StitchingService
    @ObservationIgnored let teller: AdEventReporter
    @ObservationIgnored let overlays: ShownOverlays
    @ObservationIgnored public let cards: ShownCard
    @ObservationIgnored var session: StreamAdSession
    @ObservationIgnored var stream: StitchedStream?
    @ObservationIgnored var tracked: [TrackedBreak] = []
    @ObservationIgnored var trackings: [String: AdTracking] = [:]
    /// The key of the current ad in ``trackings``.
    @ObservationIgnored var trackedAd: String?
    @ObservationIgnored var companions = ShownCompanions.none
    /// Keys of the ads whose companion views have been reported.
    @ObservationIgnored var companionsTold: Set<String> = []
    @ObservationIgnored var isPaused = false
    /// The viewer's speed, to restore after the ads; nil if it wasn't changed.
    @ObservationIgnored var speedBefore: Double?
    @ObservationIgnored let listeners = Broadcast<StreamAdEvent>()
    @ObservationIgnored var tasks: [Task<Void, Never>] = []
    /// The timeout for loading the stream.
    @ObservationIgnored var patience: Task<Void, Never>?
    @ObservationIgnored private var watchingNetwork: Task<Void, Never>?
    @ObservationIgnored var backup: String?
    @ObservationIgnored let makeItem: @MainActor (String) -> PlayerItem
    @ObservationIgnored var isReady = false
    /// Tells continuous playback from seeks.
    @ObservationIgnored var run = ContinuousPlay()
    @ObservationIgnored let parameters = ParameterSender()
    @ObservationIgnored let beginning = ContinuousClock.now

    /// - Parameters:
    ///   - player: its items are replaced by the stream.
    ///   - service: creates streams.
    ///   - sender: sends tracking events.
    ///   - open: opens an ad's page; returns false if it can't.
    ///   - makeItem: makes a player item for a URL.
    public init(
        player: Player, service: any StitchingService, sender: BeaconSender, settings: StreamAdSession.Settings = .init(),
        open: @escaping @MainActor (String) -> Bool = { _ in false },
        makeItem: @escaping @MainActor (String) -> PlayerItem = { .simple(url: $0) }
    ) {
        self.player = player
        self.service = service
        teller = AdEventReporter(sender: sender, open: open)
        self.makeItem = makeItem
        session = StreamAdSession(settings: settings)
        overlays = ShownOverlays(teller: teller)
        cards = ShownCard(teller: teller)
        teller.contentTime = { [weak self] in self?.contentTime }
        cards.hold = { [weak self] in self?.handle($0 ? .pause : .play) }
        cards.gone = { [weak self] card, ad in
            if card.kind == .explanation { self?.tell(.iconFallbackImageClosed(ad: ad)) }
        }
    }

    isolated deinit {
        for task in tasks { task.cancel() }
        patience?.cancel()
        watchingNetwork?.cancel()
    }

    // MARK: Control

    /// - Parameters:
    ///   - request: the stream to request.
    ///   - backup: URL of the content without ads, played if the stream fails.
    ///   - bookmark: the content time in seconds to resume at.
    public func begin(_ request: StreamRequest, backup: String?, bookmark: Double? = nil, autoPlay: Bool = true) {
        stop()
        self.backup = backup
        handle(.begin(request, bookmark: bookmark, autoPlay: autoPlay))
        let states = Observations { [weak player] in player?.networkConditions.isReachable ?? true }
        watchingNetwork = Task { [weak self] in for await isReachable in states { self?.handle(.network(isReachable: isReachable)) } }
    }

    public func play() {
        guard card == nil else { return closeCard() }
        // After the end it starts again, without the ads that have been seen.
        if session.isOver { handle(.seek(to: 0)) }
        handle(.play)
    }
    public func pause() { handle(.pause) }
    /// Seeks to a time in seconds of the stream, including ads. Does nothing during ads.
    public func seek(to time: Double) {
        closeCard()
        handle(.seek(to: time))
    }
    /// Seeks to a time in seconds of the content, without ads and without playing the breaks in between.
    public func seekWithoutAds(to contentTime: Double) {
        closeCard()
        handle(.seekWithoutAds(toContent: contentTime))
    }
    /// Skips the current ad if it can be skipped yet.
    public func skip() {
        if showing?.canSkip == true { track(.skip) }
        handle(.skip)
    }
    public func click() {
        guard showing != nil, trackedAd != nil else { return }
        track(.click)
        handle(.click)
        handle(.pause)
    }

    public func clickCompanion(_ index: Int) {
        let actions = companions.click(index)
        guard let name = trackedAd, !actions.isEmpty else { return }
        teller.perform(actions, of: trackings[name]?.ad.id ?? "", in: name)
        handle(.pause)
    }

    public func iconShown(_ icon: AdIcon) { if icon.ad == trackedAd { track(.iconShown(icon.index)) } }

    public func clickIcon(_ icon: AdIcon) {
        guard showing != nil, icon.ad == trackedAd else { return }
        guard let tracking = trackings[icon.ad] else { return }
        tell(.iconTapped(ad: tracking.ad.id ?? ""))
        if track(.icon(icon.index)) || !cards.explain(icon.index, of: tracking, in: icon.ad) { handle(.pause) }
    }

    public func togglePlayPause() { if session.isOver || !player.shouldPlay { play() } else { pause() } }
    public func skip(_ direction: SkipDirection) {
        guard let time = player.time else { return }
        let interval = player.configuration.interval(forSkip: direction)
        seek(to: time + (direction == .forward ? interval : -interval))
    }
    /// Does nothing, because frames in between might belong to ads.
    public func preview(at time: Double) {}
    public func replaceParameters(_ parameters: [String: String]) { handle(.replaceParameters(parameters)) }
    /// Call this after the machine slept or the process was suspended: the stream's URLs may have expired.
    public func wasAway(forSeconds seconds: Double) { handle(.foreground(afterSeconds: seconds)) }
    /// Call this after the audio server was restarted, which invalidates prepared audio.
    public func soundWasReset() { handle(.audioReset) }
    public func pictureInPicture(_ isOn: Bool) { handle(.pictureInPicture(isOn)) }

    public var overlay: AdOverlay? { overlays.overlay }
    public func overlayShown() { overlays.tell(.shown) }
    public func clickOverlay() {
        guard overlay?.isClickable == true else { return }
        overlays.tell(.click)
        handle(.pause)
    }
    public func closeOverlay() { overlays.tell(.close) }

    public var breaks: [TimeRange] { cuepoints.map { TimeRange(start: $0.start, end: $0.end) } }
    public var isCovered: Bool { shutter.isOn }

    func giveSpeedBack() {
        guard let speed = speedBefore else { return }
        speedBefore = nil
        player.desiredSpeed = speed
    }

    /// Seconds of the content, without ads.
    public var contentTime: Double { session.contentTime }
    /// The content time in seconds to resume at next time; nil for live streams.
    public var bookmark: Double? { session.bookmarkToKeep }

    /// Events from now on.
    public var events: AsyncStream<StreamAdEvent> { listeners.listen() }

    /// Ends the stream and sends the remaining tracking events.
    public func stop() {
        track(.close)
        cards.handle(.leave)
        overlays.begin([])
        for task in tasks { task.cancel() }
        tasks = []
        parameters.stop()
        patience?.cancel()
        watchingNetwork?.cancel()
        (stream, tracked, trackings, trackedAd, showing, isReady) = (nil, [], [:], nil, nil, false)
        (isSeekable, isLinear, cuepoints, companions, companionsTold) = (true, false, [], .none, [])
        (shutter, run, isPaused) = ((false, 0), ContinuousPlay(), false)
        giveSpeedBack()
    }
}
