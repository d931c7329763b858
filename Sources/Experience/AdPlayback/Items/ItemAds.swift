// SPDX-License-Identifier: Apache-2.0

public import Observation
public import WindowboxAdMarkup
import WindowboxAds
public import WindowboxPlayer

/// Tracks an ad that is a separate item of a player, from when it becomes current until it is left.
@MainActor @Observable public final class ItemAds: AdPresenting {
    public let player: Player
    public private(set) var showing: AdPresentation?

    /// The app's information about its viewer and itself, for tracking URLs (VAST 4.3, 6).
    public var macros: AdMacroValues {
        get { reporter.macros }
        set { reporter.macros = newValue }
    }
    /// Measures the ad; set it before the item plays.
    @ObservationIgnored public var measurer = AdMeasurer()
    @ObservationIgnored private let reporter: AdEventReporter
    @ObservationIgnored private let item: AdItem
    @ObservationIgnored private let impression: String
    @ObservationIgnored private var tracking: AdTracking
    @ObservationIgnored private var isPaused = false
    @ObservationIgnored private var isLeft = false
    /// Part of it was shown.
    @ObservationIgnored private var hasBegun = false
    @ObservationIgnored private var tasks: [Task<Void, Never>] = []
    @ObservationIgnored private let clock = ContinuousClock()
    @ObservationIgnored private let beginning = ContinuousClock.now

    /// - Parameters:
    ///   - item: the item that the player plays.
    ///   - impression: identifies the impression.
    ///   - player: has it as its current item.
    ///   - open: opens an ad's page; returns false if it can't.
    public init(
        _ item: AdItem, impression: String, on player: Player, sender: BeaconSender,
        open: @escaping @MainActor (String) -> Bool = { _ in false }
    ) {
        (self.item, self.impression, self.player) = (item, impression, player)
        reporter = AdEventReporter(sender: sender, open: open)
        tracking = AdTracking(item.ad, item.linear)
        let times = player.periodicTimes(every: .milliseconds(200))
        let (properties, events) = (player.propertiesUpdates, player.events)
        tasks = [
            Task { [weak self] in for await time in times { self?.moved(to: time) } },
            Task { [weak self] in for await _ in properties { self?.noteIntention() } },
            Task { [weak self] in for await event in events { if case .didEnd = event { self?.leave(isThrough: true) } } },
        ]
    }

    isolated deinit { for task in tasks { task.cancel() } }

    public func click() {
        track(.click)
        player.pause()
    }

    public func clickCompanion(_ index: Int) {}

    /// Only tracks the skip; the feed decides what comes next.
    public func skip() { if showing?.canSkip == true { track(.skip) } }

    /// The viewer has left the ad.
    public func leave() { leave(isThrough: false) }

    /// The ad was played to its end. Call it before leaving if the end is observed elsewhere: the player's own notification may
    /// arrive later.
    public func end() { leave(isThrough: true) }

    /// The ad can't be played.
    public func fail() {
        track(.fail(.linear))
        leave(isThrough: false)
    }

    private func leave(isThrough: Bool) {
        guard !isLeft else { return }
        isLeft = true
        // An ad shorter than the interval of time updates has still been seen.
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
            // It started at its beginning, however late that is reported.
            track(.position(0, speed: player.speed), ago: time)
        }
        track(.position(time, speed: player.speed))
    }

    private func noteIntention() {
        guard showing != nil, isPaused != !player.shouldPlay else { return }
        isPaused = !player.shouldPlay
        track(isPaused ? .pause : .resume)
    }

    /// - Parameter ago: seconds since the event.
    private func track(_ event: AdTracking.Event, ago: Double = 0) {
        let (wasOver, moment) = (tracking.isOver, beginning.duration(to: clock.now) / .seconds(1) - ago)
        var actions = tracking.handle(event, at: moment)
        if !wasOver { actions += measurer.follow(event, tracking, in: impression, .standalone, volume: player.volume, at: moment) }
        reporter.perform(actions, of: item.ad.id ?? "", in: impression)
    }
}
