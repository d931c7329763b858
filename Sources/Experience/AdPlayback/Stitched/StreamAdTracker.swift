// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
import WindowboxAds
import WindowboxPlayer

/// Tracks the ads of a stitched stream while they play: sends their events, and says what is presented of the current one.
@MainActor final class StreamAdTracker {
    let reporter: AdEventReporter
    var measurer = AdMeasurer()
    var companionSlots: [CompanionSlot] = []
    /// The position in the content of a break that starts at this time of the stream; nil if the break is unknown.
    var position: @MainActor (_ start: Double?) -> MeasurementContext.Position = { _ in .midroll }
    /// Called when the tracking of an ad has ended.
    var onEnd: @MainActor (_ tracking: AdTracking, _ ad: String) -> Void = { _, _ in }
    private let player: Player
    private let clock: StreamClock
    private(set) var breaks: [TrackedBreak] = []
    private var trackings: [String: AdTracking] = [:]
    /// The key of the current ad in ``trackings``.
    private(set) var current: String?
    private var companions = ShownCompanions.none
    /// Keys of the ads whose companion views have been reported.
    private var reportedCompanions: Set<String> = []

    init(_ player: Player, _ reporter: AdEventReporter, _ clock: StreamClock) {
        (self.player, self.reporter, self.clock) = (player, reporter, clock)
    }

    func set(_ breaks: [TrackedBreak]) { self.breaks = breaks }

    /// Another stream without ads plays instead.
    func leaveStream() { (breaks, current) = ([], nil) }

    func reset() { (breaks, trackings, current, companions, reportedCompanions) = ([], [:], nil, .none, []) }

    func hideCompanions() { companions = .none }

    /// The tracking of the current ad; nil for slate, and outside of ads.
    var tracking: AdTracking? { current.flatMap { trackings[$0] } }

    /// Follows the position in an ad.
    /// - Parameters:
    ///   - isContinuous: whether playback reached this position without a seek.
    ///   - ago: seconds since playback was at this position.
    /// - Returns: what is presented of the ad there; nil if there is none.
    func follow(_ time: Double, in session: StreamAdSession, isContinuous: Bool, ago: Double) -> AdPresentation? {
        guard session.isInAd, let entry = breaks.first(where: { $0.entry.start <= time && time < $0.entry.end }) else {
            leaveAd(ago)
            return nil
        }
        var start = entry.entry.start
        for (index, ad) in entry.entry.ads.enumerated() {
            guard time >= start + ad.duration else {
                let spot = Spot(entry: entry, index: index, elapsed: time - start, left: entry.entry.end - time)
                if current != spot.name { enter(spot, isContinuous, ago) }
                return presentation(of: spot, in: session)
            }
            start += ad.duration
        }
        leaveAd(ago)
        return nil
    }

    /// Reports the position in the current ad, once it is presented.
    func report(_ shown: AdPresentation, ago: Double) {
        track(.mute(player.isMuted))
        track(.position(shown.elapsed, speed: player.speed), ago: ago)
    }

    /// Ends the tracking of the current ad, which playback passed `ago` seconds before.
    func end(ago: Double = 0) {
        guard let name = current, trackings[name]?.isOver == false else { return }
        track(.end, ago: ago)
        if let tracking = trackings[name] { onEnd(tracking, name) }
    }

    private func leaveAd(_ ago: Double) {
        end(ago: ago)
        current = nil
        companions = .none
    }

    /// A position in an ad of a break.
    private struct Spot {
        let entry: TrackedBreak
        let index: Int
        /// Seconds of the ad, and seconds of the break that follow.
        let elapsed: Double
        let left: Double

        var ad: StreamBreak.Ad { entry.entry.ads[index] }
        var vast: VASTAd { entry.ads[index] }
        var linear: VASTLinear? { vast.creatives.first?.linear }
        var name: String { "\(entry.entry.id)/\(index)" }
    }

    private func enter(_ spot: Spot, _ isContinuous: Bool, _ ago: Double) {
        let (ad, name) = (spot.ad, spot.name)
        end(ago: ago + spot.elapsed)
        current = ad.isSlate ? nil : name
        if !ad.isSlate, trackings[name] == nil, let linear = spot.linear {
            trackings[name] = AdTracking(spot.vast, linear, duration: ad.duration)
        }
        companions = ad.isSlate ? .none : ShownCompanions(spot.vast, in: companionSlots)
        if !ad.isSlate, reportedCompanions.insert(name).inserted { reporter.perform(companions.views, of: ad.id, in: name) }
        // The ad's start was played when it was reached, not when that was reported.
        if isContinuous { track(.position(0, speed: player.speed), ago: ago + spot.elapsed) }
    }

    private func presentation(of spot: Spot, in session: StreamAdSession) -> AdPresentation {
        let (ad, entry) = (spot.ad, spot.entry.entry)
        return AdPresentation(
            id: ad.id, title: spot.vast.title, position: ad.isSlate ? 0 : entry.ads.prefix(spot.index + 1).count { !$0.isSlate },
            total: entry.total, duration: ad.duration, elapsed: spot.elapsed, left: spot.left,
            // In a live stream there is nothing to skip to.
            skipOffset: session.timeline.isLive ? nil : ad.skipOffset,
            clickThrough: spot.linear?.clicks.through?.url, companions: companions.all,
            icons: spot.linear.map { AdIcon.all(of: $0, in: spot.name, at: spot.elapsed, of: ad.duration) } ?? [],
            returnsTo: session.destination)
    }

    /// Handles an event of the current ad and sends the beacons for it.
    ///
    /// - Parameter ago: seconds since it happened.
    /// - Returns: whether a page was opened.
    @discardableResult func track(_ event: AdTracking.Event, ago: Double = 0) -> Bool {
        guard let name = current, var tracking = trackings[name] else { return false }
        let (wasOver, moment) = (tracking.isOver, clock.now - ago)
        var actions = tracking.handle(event, at: moment)
        trackings[name] = tracking
        if !wasOver {
            let start = breaks.first { name.hasPrefix($0.entry.id + "/") }?.entry.start
            actions += measurer.follow(event, tracking, in: name, position(start), volume: player.volume, at: moment)
        }
        return reporter.perform(actions, of: tracking.ad.id ?? "", in: name)
    }

    /// - Returns: whether there is such a companion.
    func clickCompanion(_ index: Int) -> Bool {
        let actions = companions.click(index)
        guard let current, !actions.isEmpty else { return false }
        reporter.perform(actions, of: tracking?.ad.id ?? "", in: current)
        return true
    }
}

extension StreamAdSession {
    /// The position of the break that starts at this time; a break of a live stream, or an unknown one, counts as a mid-roll.
    func position(ofBreakAt start: Double?) -> MeasurementContext.Position {
        guard let start, !timeline.isLive else { return .midroll }
        if start <= 0.5 { return .preroll }
        return timeline.cuepoints.last?.start == start && isAtEnd(start) ? .postroll : .midroll
    }
}
