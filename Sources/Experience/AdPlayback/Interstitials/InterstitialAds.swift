// SPDX-License-Identifier: Apache-2.0

public import Observation
public import WindowboxAdMarkup
public import WindowboxAds
import WindowboxEngine
import WindowboxHLS
public import WindowboxPlayer
import WindowboxStreaming

/// Tracks and presents ads that play as interstitials: those signalled in asset lists of any origin, and those added by ``AdInserter``.
@MainActor @Observable public final class InterstitialAds: AdCardPresenting {
    /// Nil while no ad plays.
    public private(set) var showing: AdPresentation? {
        // Overlays on the content are not shown over ads.
        didSet { overlays.update(isFree: isFree) }
    }

    @ObservationIgnored let overlays: ShownOverlays
    /// The item that the overlays belong to.
    @ObservationIgnored var overlaid: PlayerItem?
    @ObservationIgnored public let cards: ShownCard

    public let player: Player
    /// Slots for companions next to the player.
    @ObservationIgnored public var companionSlots: [CompanionSlot] = []
    /// The app's information about its viewer and itself, for tracking URLs (VAST 4.3, 6).
    public var macros: AdMacroValues {
        get { reporter.macros }
        set { reporter.macros = newValue }
    }
    /// Measures ads; set it before playback starts.
    @ObservationIgnored public var measurer = AdMeasurer()
    @ObservationIgnored let reporter: AdEventReporter
    @ObservationIgnored private var tasks: [Task<Void, Never>] = []
    /// Each ad of each break is tracked once, however often it plays.
    @ObservationIgnored private var trackings: [AdKey: AdTracking] = [:]
    @ObservationIgnored private var current: Current?
    @ObservationIgnored private var isPaused = false
    /// The target of a seek that triggered a break of an item.
    @ObservationIgnored private var destination: (event: String, time: Double, item: ItemID?)?
    private static let maxTrackings = 4096

    /// Breaks of several items may share a name.
    private struct AdKey: Hashable {
        var item: PlayerItem.ID?
        var name: String
    }

    private struct Current {
        /// The item whose break it is.
        var item: ItemID
        var key: AdKey
        var name: String { key.name }
        var event: ScheduledInterstitial
        var index: Int
        /// 0 if unknown.
        var count: Int
        var companions = ShownCompanions.none
        var duration: Double
        /// Duration in seconds of the break before this ad.
        var before: Double
        /// Position in the ad, and the position where it was entered.
        var elapsed: Double
        var start: Double
        /// Part of it was shown.
        var hasBegun = false
    }

    /// - Parameters:
    ///   - player: the player with the interstitials.
    ///   - sender: sends tracking events.
    ///   - open: opens an ad's page; returns false if it can't.
    public init(player: Player, sender: BeaconSender, open: @escaping @MainActor (String) -> Bool = { _ in false }) {
        self.player = player
        reporter = AdEventReporter(sender: sender, open: open)
        overlays = ShownOverlays(reporter: reporter)
        cards = ShownCard(reporter: reporter)
        // The content is paused while they play.
        reporter.contentTime = { [weak player] in player?.time }
        cards.hold = { [weak player] in if $0 { player?.pause() } else { player?.play() } }
        let facts = player.engineFacts
        let updates = player.interstitialUpdates
        let properties = player.propertiesUpdates
        let times = player.periodicTimes(every: .milliseconds(250))
        tasks = [
            Task { [weak self] in for await time in times { self?.follow(time) } },
            Task { [weak self] in
                for await fact in facts { if case .interstitial(let item, let happening) = fact { self?.handle(happening, in: item) } }
            },
            Task { [weak self] in for await playing in updates { if let playing { self?.moved(playing) } } },
            Task { [weak self] in for await _ in properties { self?.noteIntention() } },
        ]
    }

    isolated deinit { for task in tasks { task.cancel() } }

    public func play() { if card == nil { player.play() } else { closeCard() } }
    public func togglePlayPause() { if card == nil { player.togglePlayPause() } else { closeCard() } }

    public func click() {
        guard showing != nil else { return }
        track(.click)
        player.pause()
    }

    public func clickCompanion(_ index: Int) {
        guard let state = current, showing != nil else { return }
        let actions = state.companions.click(index)
        guard !actions.isEmpty else { return }
        report(actions)
        player.pause()
    }

    public func iconShown(_ icon: AdIcon) { if icon.ad == current?.name { track(.iconShown(icon.index)) } }

    public func clickIcon(_ icon: AdIcon) {
        guard showing != nil, let key = current?.key, icon.ad == key.name, let tracking = trackings[key] else { return }
        if track(.icon(icon.index)) || !cards.explain(icon.index, of: tracking, in: key.name) { player.pause() }
    }

    /// Skips the current ad or break, if allowed.
    public func skip() {
        if showing?.canSkip == true { track(.skip) }
        player.skipInterstitial()
    }

    /// Seeks. A mandatory break on the way is played first; then playback resumes at the target.
    public func seek(to time: Double) {
        closeCard()
        remember(time)
        player.seek(to: time)
    }

    public func skip(_ direction: SkipDirection) {
        closeCard()
        let interval = player.configuration.interval(forSkip: direction)
        remember(player.time.map { $0 + (direction == .forward ? interval : -interval) })
        player.skip(direction)
    }

    private func remember(_ target: Double?) {
        guard current == nil else { return }
        destination = nil
        guard let target, let time = player.time, let event = player.interstitialSchedule.obstacle(from: time, to: target), event.isOnce
        else { return }
        destination = (event.id, target, player.currentItemID)
    }

    private func handle(_ fact: InterstitialFact, in item: ItemID) {
        switch fact {
        case .began: leave(isThrough: true)
        case .asset(let event, let asset):
            if current?.event.id == event.id { played(asset.elapsed) }
            begin(event, asset, in: item)
        case .assetFailed(let event, let asset, let error): failed(event, asset, error, in: item)
        case .ended(let event, let ending, let elapsed):
            if current?.event.id == event.id { played(elapsed) }
            leave(isThrough: ending == .played)
            guard let target = destination, target.event == event.id else { return }
            destination = nil
            if target.item == item { player.seek(to: target.time) }
        }
    }

    /// Reports an error of an ad whose media failed to load or play.
    private func failed(_ event: ScheduledInterstitial, _ asset: InterstitialAsset, _ error: StreamingError, in item: ItemID) {
        if current.map({ $0.event.id != event.id || $0.index != asset.index }) ?? true { take(event, asset, in: item) }
        track(.fail(.playing(error)))
        current = nil
        if showing != nil { showing = nil }
    }

    private func begin(_ event: ScheduledInterstitial, _ asset: InterstitialAsset, in item: ItemID) {
        let isNew = take(event, asset, in: item)
        if let state = current, let ad = trackings[state.key]?.ad {
            let companions = ShownCompanions(ad, in: companionSlots)
            current?.companions = companions
            if isNew { report(companions.views) }
        }
        show(left: max(0, (event.duration ?? asset.asset.duration) - asset.elapsed))
    }

    /// Switches to another asset.
    /// - Returns: whether it is an ad that hasn't been tracked yet.
    @discardableResult private func take(_ event: ScheduledInterstitial, _ asset: InterstitialAsset, in item: ItemID) -> Bool {
        leave(isThrough: true)
        let key = AdKey(item: player.currentItem?.id, name: "\(event.id)/\(asset.index)")
        let duration = asset.asset.duration
        current = Current(
            item: item, key: key, event: event, index: asset.index, count: asset.count, duration: duration,
            before: asset.elapsed - asset.start, elapsed: asset.start, start: asset.start)
        guard let entry = asset.entry, let ad = SignaledAd.read(entry, duration: duration), let linear = ad.creatives.first?.linear else {
            trackings[key] = nil
            return false
        }
        // A break that is loaded again may have other ads.
        guard trackings[key]?.ad != ad else { return false }
        if trackings.count >= Self.maxTrackings { trackings.removeAll() }
        trackings[key] = AdTracking(ad, linear, duration: duration > 0 ? duration : nil)
        return true
    }

    private func moved(_ playing: PlayingInterstitial) {
        guard let state = current, state.event.id == playing.event.id else { return }
        played(playing.elapsed)
        show(left: max(0, (playing.event.duration ?? state.before + state.duration) - playing.elapsed))
    }

    /// - Parameter elapsed: seconds of the break that have been played.
    private func played(_ elapsed: Double) {
        guard var state = current, elapsed > state.before + state.start else { return }
        state.elapsed = max(state.elapsed, elapsed - state.before)
        current = state
        track(.mute(player.isMuted))
        if !state.hasBegun {
            current?.hasBegun = true
            track(.position(state.start), at: state.start)
        }
        track(.position(state.elapsed))
    }

    private func show(left: Double) {
        guard let state = current, let tracking = trackings[state.key] else {
            if showing != nil { showing = nil }
            return
        }
        showing = AdPresentation(
            id: tracking.ad.id ?? "", title: tracking.ad.title, position: state.index + 1, total: state.count,
            duration: state.duration, elapsed: state.elapsed, left: left, skipOffset: tracking.skipOffset,
            clickThrough: tracking.linear.clicks.through?.url, companions: state.companions.all,
            icons: AdIcon.all(of: tracking.linear, in: state.name, at: state.elapsed, of: state.duration),
            returnsTo: destination.flatMap { $0.event == state.event.id ? $0.time : nil })
    }

    /// Tracks pause and resume, whoever caused them.
    private func noteIntention() {
        leaveForOtherItem()
        // Playback was resumed from elsewhere.
        if cards.isHolding, player.shouldPlay { closeCard() }
        guard current != nil, isPaused != !player.shouldPlay else { return }
        isPaused = !player.shouldPlay
        track(isPaused ? .pause : .resume)
    }

    /// An item that replaces another during a break ends that break without a notification.
    private func leaveForOtherItem() {
        if let destination, destination.item != player.currentItemID { self.destination = nil }
        guard let state = current, state.item != player.currentItemID else { return }
        leave(isThrough: state.elapsed >= state.duration - ContinuousPlay.tolerance)
    }

    private func leave(isThrough: Bool) {
        let before = current.flatMap { trackings[$0.key] }
        track(isThrough ? .end : .close)
        // A live stream doesn't wait.
        let isLive = player.streamType == .live || player.streamType == .dvr
        if !isLive, let state = current, before?.isOver == false, let tracking = trackings[state.key], tracking.hasPassed(.complete) {
            let isLast = state.event.place == .end && (player.currentItem == nil || player.items.last == player.currentItem)
            cards.ended(tracking.ad, in: state.name, holds: !isLast)
        }
        current = nil
        if showing != nil { showing = nil }
    }

    /// - Parameter moment: the ad's own position in seconds, which serves as the clock: seeking isn't possible in an ad, so everything
    ///   up to its position has been played, however late that is reported.
    /// - Returns: whether a page was opened.
    @discardableResult private func track(_ event: AdTracking.Event, at moment: Double? = nil) -> Bool {
        guard let state = current, var tracking = trackings[state.key] else { return false }
        let (wasOver, moment) = (tracking.isOver, moment ?? state.elapsed)
        var actions = tracking.handle(event, at: moment)
        trackings[state.key] = tracking
        if !wasOver { actions += measurer.follow(event, tracking, in: state.name, position, volume: player.volume, at: moment) }
        return report(actions)
    }

    private var position: MeasurementContext.Position {
        switch current?.event.place {
        case .beginning: .preroll
        case .end: .postroll
        case .time, nil: .midroll
        }
    }

    @discardableResult private func report(_ actions: [AdTracking.Action]) -> Bool {
        guard let state = current else { return false }
        return reporter.perform(actions, of: trackings[state.key]?.ad.id ?? "", in: state.name)
    }
}

extension InterstitialAsset {
    /// The ad's entry in the asset list, with its signalling.
    fileprivate var entry: JSONValue? { asset.document }
}
