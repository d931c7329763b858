// SPDX-License-Identifier: Apache-2.0

public import Observation
public import WindowboxAdMarkup
import WindowboxAds
public import WindowboxPlayer

/// Tells of an ad that is an item of its own on a player, from when it is looked at until it is left.
@MainActor @Observable public final class ItemAds: AdPresenting {
    public let player: Player
    public private(set) var showing: AdPresentation?

    /// What the app knows of its viewer and of itself, for the addresses that are told (VAST 4.3, 6).
    public var macros: AdMacroValues {
        get { teller.macros }
        set { teller.macros = newValue }
    }
    /// Who measures; set before the item plays.
    @ObservationIgnored public var measurer = AdMeasurer()
    @ObservationIgnored private let teller: AdEventReporter
    @ObservationIgnored private let item: AdItem
    @ObservationIgnored private let place: String
    @ObservationIgnored private var tracking: AdTracking
    @ObservationIgnored private var isPaused = false
    @ObservationIgnored private var isLeft = false
    /// Something of it was shown.
    @ObservationIgnored private var hasBegun = false
    @ObservationIgnored private var tasks: [Task<Void, Never>] = []
    @ObservationIgnored private let clock = ContinuousClock()
    @ObservationIgnored private let beginning = ContinuousClock.now

    /// - Parameters:
    ///   - item: what the player plays.
    ///   - place: names the showing, for those who count.
    ///   - player: has it as its current item.
    ///   - open: leads to an ad's page; false where it can't.
    public init(
        _ item: AdItem, place: String, on player: Player, sender: BeaconSender, open: @escaping @MainActor (String) -> Bool = { _ in false }
    ) {
        (self.item, self.place, self.player) = (item, place, player)
        teller = AdEventReporter(sender: sender, open: open)
        tracking = AdTracking(item.ad, item.linear)
        let times = player.periodicTimes(every: .milliseconds(200))
        let (properties, happenings) = (player.propertiesUpdates, player.events)
        tasks = [
            Task { [weak self] in for await time in times { self?.moved(to: time) } },
            Task { [weak self] in for await _ in properties { self?.noteIntention() } },
            Task { [weak self] in for await event in happenings { if case .didEnd = event { self?.leave(isThrough: true) } } },
        ]
    }

    isolated deinit { for task in tasks { task.cancel() } }

    public func click() {
        track(.click)
        player.pause()
    }

    public func clickCompanion(_ index: Int) {}

    /// What it leads to is the feed's matter; here it is only told.
    public func skip() { if showing?.canSkip == true { track(.skip) } }

    /// The viewer goes elsewhere.
    public func leave() { leave(isThrough: false) }

    /// It was played to its end. Who follows the player by another way says so before leaving: the player's own word may come later.
    public func end() { leave(isThrough: true) }

    /// It can't be played.
    public func fail() {
        track(.fail(.linear))
        leave(isThrough: false)
    }

    private func leave(isThrough: Bool) {
        guard !isLeft else { return }
        isLeft = true
        // One that is shorter than the wait for its times was seen all the same.
        if isThrough, !hasBegun { track(.position(0), ago: tracking.duration) }
        track(isThrough ? .end : .close)
        for task in tasks { task.cancel() }
        (tasks, showing) = ([], nil)
    }

    private func moved(to time: Double) {
        guard !isLeft, player.rate > 0 else { return }
        let duration = tracking.duration > 0 ? tracking.duration : player.duration ?? 0
        showing = AdPresentation(
            id: item.ad.id ?? "", title: item.ad.title, position: 1, total: 1, duration: duration, elapsed: time,
            left: max(0, duration - time), skipOffset: tracking.skipOffset, clickThrough: item.linear.clicks.through?.url)
        track(.mute(player.isMuted))
        if !hasBegun {
            hasBegun = true
            // It began at its beginning, however late that is heard.
            track(.position(0, speed: player.speed), ago: time)
        }
        track(.position(time, speed: player.speed))
    }

    private func noteIntention() {
        guard showing != nil, isPaused != !player.shouldPlay else { return }
        isPaused = !player.shouldPlay
        track(isPaused ? .pause : .resume)
    }

    /// - Parameter ago: seconds since it happened.
    private func track(_ event: AdTracking.Event, ago: Double = 0) {
        let (wasOver, moment) = (tracking.isOver, beginning.duration(to: clock.now) / .seconds(1) - ago)
        var actions = tracking.handle(event, at: moment)
        if !wasOver { actions += measurer.follow(event, tracking, in: place, .standalone, volume: player.volume, at: moment) }
        teller.perform(actions, of: item.ad.id ?? "", in: place)
    }
}
