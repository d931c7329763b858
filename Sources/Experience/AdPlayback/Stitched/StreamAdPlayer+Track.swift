// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
import WindowboxAds
import WindowboxPlayer

// Presentation and tracking of the current ad.
extension StreamAdPlayer {
    /// - Parameters:
    ///   - isContinuous: whether playback reached this position without a seek.
    ///   - ago: seconds since playback was at this position.
    func show(at time: Double, isContinuous: Bool, ago: Double) {
        guard session.isInAd, let entry = tracked.first(where: { $0.entry.start <= time && time < $0.entry.end }) else {
            return leaveAd(ago)
        }
        var start = entry.entry.start
        for (index, ad) in entry.entry.ads.enumerated() {
            guard time >= start + ad.duration else {
                return show(entry, index, at: time - start, left: entry.entry.end - time, isContinuous, ago)
            }
            start += ad.duration
        }
        leaveAd(ago)
    }

    /// Ends the tracking of the current ad, which playback passed `ago` seconds before.
    func end(ago: Double = 0) {
        guard let name = trackedAd, trackings[name]?.isOver == false else { return }
        track(.end, ago: ago)
        if let tracking = trackings[name] { ended(tracking, in: name) }
    }

    private func leaveAd(_ ago: Double) {
        end(ago: ago)
        trackedAd = nil
        companions = .none
        if showing != nil { showing = nil }
    }

    private func show(_ entry: TrackedBreak, _ index: Int, at elapsed: Double, left: Double, _ isContinuous: Bool, _ ago: Double) {
        let ad = entry.entry.ads[index]
        let vast = entry.ads[index]
        let linear = vast.creatives.first?.linear
        let name = "\(entry.entry.id)/\(index)"
        if trackedAd != name {
            end(ago: ago + elapsed)
            trackedAd = ad.isSlate ? nil : name
            if !ad.isSlate, trackings[name] == nil, let linear { trackings[name] = AdTracking(vast, linear, duration: ad.duration) }
            companions = ad.isSlate ? .none : ShownCompanions(vast, in: companionSlots)
            if !ad.isSlate, companionsTold.insert(name).inserted { teller.perform(companions.views, of: ad.id, in: name) }
            // The ad's start was played when it was reached, not when that was reported.
            if isContinuous { track(.position(0, speed: player.speed), ago: ago + elapsed) }
        }
        showing = AdPresentation(
            id: ad.id, title: vast.title, position: ad.isSlate ? 0 : entry.entry.ads.prefix(index + 1).count { !$0.isSlate },
            total: entry.entry.total, duration: ad.duration, elapsed: elapsed, left: left, skipOffset: ad.skipOffset,
            clickThrough: linear?.clicks.through?.url, companions: companions.all,
            icons: linear.map { AdIcon.all(of: $0, in: name, at: elapsed, of: ad.duration) } ?? [], returnsTo: session.destination)
        track(.mute(player.isMuted))
        track(.position(elapsed, speed: player.speed), ago: ago)
    }

    private func position(of name: String) -> MeasurementContext.Position {
        guard let start = tracked.first(where: { name.hasPrefix($0.entry.id + "/") })?.entry.start, !session.timeline.isLive else {
            return .midroll
        }
        if start <= 0.5 { return .preroll }
        return session.timeline.cuepoints.last?.start == start && session.isAtEnd(start) ? .postroll : .midroll
    }

    /// Handles an event of the current ad and sends the beacons for it.
    ///
    /// - Parameter ago: seconds since it happened.
    /// - Returns: whether a page was opened.
    @discardableResult func track(_ event: AdTracking.Event, ago: Double = 0) -> Bool {
        guard let name = trackedAd, var tracking = trackings[name] else { return false }
        let wasOver = tracking.isOver
        var actions = tracking.handle(event, at: now - ago)
        trackings[name] = tracking
        if !wasOver {
            actions += measurer.follow(event, tracking, in: name, position(of: name), volume: player.volume, at: now - ago)
        }
        return teller.perform(actions, of: tracking.ad.id ?? "", in: name)
    }
}
