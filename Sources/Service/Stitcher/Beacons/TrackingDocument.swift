// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// The document for client-side tracking: a session's breaks with all events to report and their times.
public enum TrackingDocument {
    /// JSON with `avails` in the order of the stream, and `nonLinearAvails` for overlays.
    ///
    /// Times are given relative to where the session joined and, in live streams, also as dates.
    ///
    /// If the service itself reports deliveries, the document contains only what depends on the viewer. For guided sessions it is empty:
    /// each break's asset list contains its events, and nothing may be reported twice.
    ///
    /// - Parameter window: the start of the longest playlist on the stream's clock; breaks that ended before are left out.
    public static func json(of session: StitchedSession, from window: Double = -.infinity) -> [UInt8] {
        guard session.configuration.mode == .stitched else { return JSONValue.record([("avails", .array([]))]).write() }
        let origin = session.configuration.isLive ? session.joinedEdge ?? 0 : 0
        var inserted = 0.0
        var (avails, overlays): ([JSONValue], [JSONValue]) = ([], [])
        for entry in session.breaks.sorted(by: { $0.start < $1.start }) {
            guard let decision = entry.decision else { continue }
            let length = entry.end.map { min($0 - entry.start, decision.duration) } ?? decision.duration
            // In recorded content, earlier ads delay later breaks.
            let start = entry.start - origin + (session.configuration.isLive ? 0 : inserted)
            if !session.configuration.isLive { inserted += decision.duration }
            if let list = entry.overlays, entry.start + max(length, overlayLifetime) >= window {
                overlays.append(overlay(list, of: entry, at: start + length, configuration: session.configuration, after: length))
            }
            guard !decision.slots.isEmpty, entry.start + length >= window else { continue }
            avails.append(avail(entry, decision, start: start, length: length, session.configuration))
        }
        return JSONValue.record([
            ("avails", .array(avails)), ("nonLinearAvails", overlays.isEmpty ? nil : .array(overlays)),
        ]).write()
    }

    /// Seconds for which an overlay of a live stream stays in the document, since it may be visible for a while.
    private static let overlayLifetime = 60.0

    /// An overlay on the content after the break's linear ads.
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
            // Ads that were cut off are neither shown nor counted.
            if let ad = slot.ad, time < start + length - 0.1 {
                let isWhole = time + slot.duration <= start + length + 0.1
                let date = isLive ? entry.start + time - start : nil
                ads.append(
                    describe(
                        ad, start: time, duration: slot.duration, playing: isWhole ? slot.duration : start + length - time, date,
                        isReportedByService: configuration.reporting == .server))
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
        _ ad: AdCandidate, start: Double, duration: Double, playing: Double, _ date: Double?, isReportedByService: Bool
    ) -> JSONValue {
        let events = ad.schedule(duration: duration).filter { !isReportedByService && $0.isReached(by: playing) }.map { item -> JSONValue in
            .record([
                ("eventType", .string(item.event)), ("startTimeInSeconds", .seconds(start + item.offset)),
                ("startDate", date.map { .string(DateTimeText.text($0 + item.offset)) }), ("beaconUrls", .array([.string(item.url)])),
            ])
        }
        // Events triggered by the viewer have no time.
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
