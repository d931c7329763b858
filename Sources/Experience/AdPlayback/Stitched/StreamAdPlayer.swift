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
    public let cards: ShownCard
    let service: any StitchingService
    let display = StreamAdDisplay()
    let overlays: ShownOverlays
    let tracker: StreamAdTracker
    let tasks = StreamTasks()
    let parameters = ParameterSender()
    let clock = StreamClock()
    let makeItem: @MainActor (String) -> PlayerItem
    private let listeners = Broadcast<StreamAdEvent>()
    @ObservationIgnored private(set) var session: StreamAdSession
    @ObservationIgnored var requested = RequestedStream()
    @ObservationIgnored var progress = StreamProgress()
    @ObservationIgnored private var speed = LinearSpeed()

    /// The current ad; nil while the content plays.
    public var showing: AdPresentation? { display.showing }
    /// Whether the viewer may seek; false during ads.
    public var isSeekable: Bool { display.isSeekable }
    /// Whether playback must be linear: no seeking, at normal speed. Also applies to picture in picture.
    public var isLinear: Bool { display.isLinear }
    /// Whether the video is covered, and the duration of the fade in seconds.
    public var shutter: (isOn: Bool, fade: Double) { display.shutter }
    /// The breaks, in seconds of the stream including ads.
    public var cuepoints: [StreamCuepoint] { display.cuepoints }

    /// Slots for companion ads next to the player.
    public var companionSlots: [CompanionSlot] {
        get { tracker.companionSlots }
        set { tracker.companionSlots = newValue }
    }
    /// Values of macros in tracking URLs, which describe the viewer and the application (VAST 4.3, section 6).
    public var macros: AdMacroValues {
        get { tracker.reporter.macros }
        set { tracker.reporter.macros = newValue }
    }
    /// Ad measurement; set it before a stream begins.
    public var measurer: AdMeasurer {
        get { tracker.measurer }
        set { tracker.measurer = newValue }
    }

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
        self.makeItem = makeItem
        session = StreamAdSession(settings: settings)
        let reporter = AdEventReporter(sender: sender, open: open)
        tracker = StreamAdTracker(player, reporter, clock)
        overlays = ShownOverlays(reporter: reporter)
        cards = ShownCard(reporter: reporter)
        reporter.contentTime = { [weak self] in self?.contentTime }
        tracker.position = { [weak self] in self?.session.position(ofBreakAt: $0) ?? .midroll }
        tracker.onEnd = { [weak self] in self?.ended($0, in: $1) }
        cards.hold = { [weak self] in self?.handle($0 ? .pause : .play) }
        cards.gone = { [weak self] card, ad in
            if card.kind == .explanation { self?.emit(.iconFallbackImageClosed(ad: ad)) }
        }
    }

    // MARK: Control

    /// - Parameters:
    ///   - request: the stream to request.
    ///   - backup: URL of the content without ads, played if the stream fails.
    ///   - bookmark: the content time in seconds to resume at.
    public func begin(_ request: StreamRequest, backup: String?, bookmark: Double? = nil, autoPlay: Bool = true) {
        stop()
        requested.backup = backup
        handle(.begin(request, bookmark: bookmark, autoPlay: autoPlay))
        let states = Observations { [weak player] in player?.networkConditions.isReachable ?? true }
        tasks.watchNetwork { [weak self] in for await isReachable in states { self?.handle(.network(isReachable: isReachable)) } }
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
        if showing?.canSkip == true { tracker.track(.skip) }
        handle(.skip)
    }
    public func click() {
        guard showing != nil, tracker.current != nil else { return }
        tracker.track(.click)
        handle(.click)
        handle(.pause)
    }

    public func clickCompanion(_ index: Int) {
        if tracker.clickCompanion(index) { handle(.pause) }
    }

    public func iconShown(_ icon: AdIcon) { if icon.ad == tracker.current { tracker.track(.iconShown(icon.index)) } }

    public func clickIcon(_ icon: AdIcon) {
        guard showing != nil, icon.ad == tracker.current, let tracking = tracker.tracking else { return }
        emit(.iconTapped(ad: tracking.ad.id ?? ""))
        if tracker.track(.icon(icon.index)) || !cards.explain(icon.index, of: tracking, in: icon.ad) { handle(.pause) }
    }

    public func togglePlayPause() { if session.isOver || !player.shouldPlay { play() } else { pause() } }
    public func skip(_ direction: SkipDirection) {
        guard let time = player.time else { return }
        let interval = player.configuration.interval(forSkip: direction)
        seek(to: time + (direction == .forward ? interval : -interval))
    }
    /// Does nothing, because frames in between might belong to ads.
    public func preview(at time: Double) {}
    /// Replaces the ad parameters of the session, for the breaks to come; live streams only.
    public func replaceParameters(_ parameters: [String: String]) { handle(.replaceParameters(parameters)) }
    /// Call this after the machine slept or the process was suspended: the stream's URLs may have expired.
    public func wasAway(forSeconds seconds: Double) { handle(.foreground(afterSeconds: seconds)) }
    /// Call this after the audio server was restarted, which invalidates prepared audio.
    public func soundWasReset() { handle(.audioReset) }
    public func pictureInPicture(_ isOn: Bool) { handle(.pictureInPicture(isOn)) }

    public var overlay: AdOverlay? { overlays.overlay }
    public func overlayShown() { overlays.handle(.shown) }
    public func clickOverlay() {
        guard overlay?.isClickable == true else { return }
        overlays.handle(.click)
        handle(.pause)
    }
    public func closeOverlay() { overlays.handle(.close) }

    public var breaks: [TimeRange] { cuepoints.map { TimeRange(start: $0.start, end: $0.end) } }
    public var isCovered: Bool { shutter.isOn }

    /// Seconds of the content, without ads.
    public var contentTime: Double { session.contentTime }
    /// The content time in seconds to resume at next time; nil for live streams.
    public var bookmark: Double? { session.bookmarkToKeep }

    /// Events from now on.
    public var events: AsyncStream<StreamAdEvent> { listeners.listen() }

    /// Ends the stream and sends the remaining tracking events.
    public func stop() {
        tracker.track(.close)
        cards.handle(.leave)
        overlays.begin([])
        tasks.end()
        parameters.stop()
        tracker.reset()
        display.reset()
        (requested, progress) = (RequestedStream(backup: requested.backup), StreamProgress())
        setLinear(false)
    }

    // MARK: Deciding

    func handle(_ event: StreamAdSession.Event) { for action in session.handle(event, at: clock.now) { perform(action) } }

    func emit(_ event: StreamAdEvent) {
        if case .cuepointsChanged(let all) = event { display.cuepoints = all }
        if case .adBreakEnded = event { display.cuepoints = session.timeline.cuepoints }
        listeners.send(event)
    }

    func setLinear(_ isOn: Bool) {
        display.isLinear = isOn
        if let desired = isOn ? speed.begin(player.desiredSpeed) : speed.end() { player.desiredSpeed = desired }
    }

    /// Shows an ad's end card once the ad was played to its end. Live streams can't wait, so they show none.
    private func ended(_ tracking: AdTracking, in impression: String) {
        guard !session.timeline.isLive, tracking.hasPassed(.complete) else { return }
        cards.ended(tracking.ad, in: impression, holds: !session.isOver)
    }
}
