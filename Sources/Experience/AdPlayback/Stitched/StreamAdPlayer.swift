// SPDX-License-Identifier: Apache-2.0

public import Observation
public import WindowboxAdMarkup
public import WindowboxAds
public import WindowboxMedia
public import WindowboxPlayer

/// Plays stitched streams on a player: performs what a `StreamAdSession` decides, and tells of ads what is to be told.
///
/// Play, pause and seek go through it, not through the player, while a stream of its own plays.
@MainActor @Observable public final class StreamAdPlayer: AdCardPresenting {
    public let player: Player
    /// Nil while the content itself plays.
    public internal(set) var showing: AdPresentation?
    /// Whether the viewer may go elsewhere; not during ads.
    public internal(set) var isSeekable = true
    /// Playing must go on in order, as in picture in picture.
    public internal(set) var isLinear = false
    /// The picture is covered; seconds in which that comes and goes.
    public internal(set) var shutter: (isOn: Bool, fade: Double) = (false, 0)
    /// The breaks, in seconds of the stream.
    public internal(set) var cuepoints: [StreamCuepoint] = []

    /// Places for pictures beside the player.
    @ObservationIgnored public var companionSlots: [CompanionSlot] = []

    /// What the app knows of its viewer and of itself, for the addresses that are told (VAST 4.3, 6).
    public var macros: AdMacroValues {
        get { teller.macros }
        set { teller.macros = newValue }
    }
    /// Who measures; set before a stream begins.
    @ObservationIgnored public var measurer = AdMeasurer()
    @ObservationIgnored let service: any StitchingService
    @ObservationIgnored let teller: AdEventReporter
    @ObservationIgnored let overlays: ShownOverlays
    @ObservationIgnored public let cards: ShownCard
    @ObservationIgnored var session: StreamAdSession
    @ObservationIgnored var stream: StitchedStream?
    @ObservationIgnored var tracked: [TrackedBreak] = []
    @ObservationIgnored var trackings: [String: AdTracking] = [:]
    /// Of the ad that plays, in ``trackings``.
    @ObservationIgnored var trackedAd: String?
    @ObservationIgnored var companions = ShownCompanions.none
    /// The ads whose pictures were told of.
    @ObservationIgnored var companionsTold: Set<String> = []
    @ObservationIgnored var isPaused = false
    /// What the viewer had chosen before the ads.
    @ObservationIgnored var speedBefore: Double?
    @ObservationIgnored let listeners = Broadcast<StreamAdEvent>()
    @ObservationIgnored var tasks: [Task<Void, Never>] = []
    /// For the time that the stream may take.
    @ObservationIgnored var patience: Task<Void, Never>?
    @ObservationIgnored private var watchingNetwork: Task<Void, Never>?
    @ObservationIgnored var backup: String?
    @ObservationIgnored let makeItem: @MainActor (String) -> PlayerItem
    @ObservationIgnored var isReady = false
    /// How playing came to where it is.
    @ObservationIgnored var run = ContinuousPlay()
    @ObservationIgnored let clock = ContinuousClock()
    @ObservationIgnored let beginning = ContinuousClock.now

    /// - Parameters:
    ///   - player: its list is replaced by the stream.
    ///   - service: makes streams.
    ///   - sender: tells of ads.
    ///   - open: leads to an ad's page; false where it can't.
    ///   - makeItem: an item of the player for an address.
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

    // MARK: What an app asks for

    /// - Parameters:
    ///   - request: of the stream.
    ///   - backup: the content without ads, for when there is no stream.
    ///   - bookmark: content time in seconds to go on at.
    public func begin(_ request: StreamRequest, backup: String?, bookmark: Double? = nil, autoPlay: Bool = true) {
        stop()
        self.backup = backup
        handle(.begin(request, bookmark: bookmark, autoPlay: autoPlay))
        let states = Observations { [weak player] in player?.networkConditions.isReachable ?? true }
        watchingNetwork = Task { [weak self] in for await isReachable in states { self?.handle(.network(isReachable: isReachable)) } }
    }

    public func play() {
        guard card == nil else { return closeCard() }
        // At the end it starts again; what was seen of ads is not shown again.
        if session.isOver { handle(.seek(to: 0)) }
        handle(.play)
    }
    public func pause() { handle(.pause) }
    /// Seconds of the stream. Nothing happens during ads.
    public func seek(to time: Double) {
        closeCard()
        handle(.seek(to: time))
    }
    /// Seconds of the content; the breaks on the way are not played.
    public func seekWithoutAds(to contentTime: Double) {
        closeCard()
        handle(.seekWithoutAds(toContent: contentTime))
    }
    /// Past the ad that plays, where and when that is allowed.
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
    /// Nothing: what is seen on the way might be ads.
    public func preview(at time: Double) {}
    public func replaceParameters(_ parameters: [String: String]) { handle(.replaceParameters(parameters)) }
    /// The machine slept, or the app was held: the stream's addresses may be old.
    public func wasAway(forSeconds seconds: Double) { handle(.foreground(afterSeconds: seconds)) }
    /// The sound's system began anew, and what was prepared for it is worth nothing.
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
    /// What to keep for the next time; nil in live streams.
    public var bookmark: Double? { session.bookmarkToKeep }

    /// What happens from now on.
    public var events: AsyncStream<StreamAdEvent> { listeners.listen() }

    /// Ends the stream; what is to be told of it is told.
    public func stop() {
        track(.close)
        cards.handle(.leave)
        overlays.begin([])
        for task in tasks { task.cancel() }
        tasks = []
        patience?.cancel()
        watchingNetwork?.cancel()
        (stream, tracked, trackings, trackedAd, showing, isReady) = (nil, [], [:], nil, nil, false)
        (isSeekable, isLinear, cuepoints, companions, companionsTold) = (true, false, [], .none, [])
        (shutter, run, isPaused) = ((false, 0), ContinuousPlay(), false)
        giveSpeedBack()
    }
}
