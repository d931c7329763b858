// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// What a player needs to count by itself: the breaks of its session with all that is to be told, and when.
public enum TrackingDocument {
    /// JSON, `avails` in the order of the stream, and `nonLinearAvails` for what lies over the content.
    ///
    /// Times are given twice: from where the session began on the stream's clock, and, in live streams, as dates.
    ///
    /// Where the service tells by itself what was delivered, none of that is in it: only what the viewer alone can do. Of a guided
    /// session there is nothing in it: each break's list says what is to be told, and nobody is to tell it by both.
    ///
    /// - Parameter window: where the longest playlist begins on the stream's clock; breaks that ended before it are left out.
    public static func json(of session: StitchedSession, from window: Double = -.infinity) -> [UInt8] {
        guard session.configuration.mode == .stitched else { return JSONValue.record([("avails", .array([]))]).write() }
        let origin = session.configuration.isLive ? session.joinedEdge ?? 0 : 0
        var inserted = 0.0
        var (avails, overlays): ([JSONValue], [JSONValue]) = ([], [])
        for entry in session.breaks.sorted(by: { $0.start < $1.start }) {
            guard let decision = entry.decision else { continue }
            let length = entry.end.map { min($0 - entry.start, decision.duration) } ?? decision.duration
            // In recorded content the ads before move what is behind them.
            let start = entry.start - origin + (session.configuration.isLive ? 0 : inserted)
            if !session.configuration.isLive { inserted += decision.duration }
            if let list = entry.overlays, entry.start + max(length, kept) >= window {
                overlays.append(overlay(list, of: entry, at: start + length, configuration: session.configuration, after: length))
            }
            guard !decision.slots.isEmpty, entry.start + length >= window else { continue }
            avails.append(avail(entry, decision, start: start, length: length, session.configuration))
        }
        return JSONValue.record([
            ("avails", .array(avails)), ("nonLinearAvails", overlays.isEmpty ? nil : .array(overlays)),
        ]).write()
    }

    /// Seconds that an overlay of a live stream stays in the document, since it may be seen for a while.
    private static let kept = 60.0

    /// What lies over the content behind the films of its break.
    private static func overlay(
        _ list: [OverlayCandidate], of entry: StitchedSession.SessionBreak, at start: Double,
        configuration: StitchedSession.Configuration, after length: Double
    ) -> JSONValue {
        .record([
            ("availId", .string(entry.id)), ("startTimeInSeconds", .seconds(start)),
            ("startDate", configuration.isLive ? .string(DateTimeText.text(entry.start + length)) : nil),
            ("nonLinearAdsList", .array(list.map(\.json))),
        ])
    }

    private static func avail(
        _ entry: StitchedSession.SessionBreak, _ decision: BreakDecision, start: Double, length: Double,
        _ configuration: StitchedSession.Configuration
    ) -> JSONValue {
        let isLive = configuration.isLive
        var time = start
        var ads: [JSONValue] = []
        for slot in decision.slots {
            // What was cut away is neither shown nor counted.
            if let ad = slot.ad, time < start + length - 0.1 {
                let isWhole = time + slot.duration <= start + length + 0.1
                let date = isLive ? entry.start + time - start : nil
                ads.append(
                    describe(
                        ad, start: time, duration: slot.duration, playing: isWhole ? slot.duration : start + length - time, date,
                        isTold: configuration.reporting == .server))
            }
            time += slot.duration
        }
        return .record([
            ("availId", .string(entry.id)), ("startTimeInSeconds", .seconds(start)),
            ("startDate", isLive ? .string(DateTimeText.text(entry.start)) : nil), ("durationInSeconds", .seconds(length)),
            ("ads", .array(ads)),
        ])
    }

    private static func describe(
        _ ad: AdCandidate, start: Double, duration: Double, playing: Double, _ date: Double?, isTold: Bool
    ) -> JSONValue {
        let events = ad.schedule(duration: duration).filter { !isTold && $0.isReached(by: playing) }.map { item -> JSONValue in
            .record([
                ("eventType", .string(item.event)), ("startTimeInSeconds", .seconds(start + item.offset)),
                ("startDate", date.map { .string(DateTimeText.text($0 + item.offset)) }), ("beaconUrls", .array([.string(item.url)])),
            ])
        }
        // What the viewer does has no time.
        let timed: Set<String> = ["loaded", "creativeView", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "progress"]
        let actions = ad.trackers.filter { !timed.contains($0.event) && !AdCandidate.breakEvents.contains($0.event) }.map {
            tracker -> JSONValue in
            .record([("eventType", .string(tracker.event)), ("beaconUrls", .array([.string(tracker.url)]))])
        }
        let members: [(String, JSONValue?)] = [
            ("adId", .string(ad.id)), ("creativeId", .text(ad.creativeID)), ("creativeKey", .string(ad.creativeKey)),
            ("adTitle", .text(ad.title)), ("adSystem", .text(ad.system)), ("advertiser", .text(ad.advertiser)),
            ("startTimeInSeconds", .seconds(start)), ("startDate", date.map { .string(DateTimeText.text($0)) }),
            ("durationInSeconds", .seconds(playing)), ("skipOffset", ad.skipOffset.map { .seconds($0) }),
            ("clickThrough", .text(ad.clickThrough)), ("clickTracking", .array(ad.clickTracking.map { .string($0) })),
            ("companions", ad.companionsJSON), ("icons", ad.iconsJSON),
            ("verifications", ad.verificationsJSON),
            ("errorUrls", .array(ad.errors.map { .string($0) })),
            ("trackingEvents", .array(events + actions)),
        ]
        return .record(members + (ad.extra?.members ?? []))
    }
}
