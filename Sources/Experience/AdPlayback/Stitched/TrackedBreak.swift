// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup
public import WindowboxAds
import WindowboxHLS

/// A break of a stitched stream with the tracking events of its ads, from a service's tracking document.
public struct TrackedBreak: Hashable, Sendable {
    /// In seconds of the stream; for live streams, from where the session joined.
    public var entry: StreamBreak
    /// Start date of a live stream's break, in seconds since 1970.
    public var date: Double?
    /// The ads, in the same order as in ``entry``.
    public var ads: [VASTAd]

    /// The start of each ad and the end of the break, in seconds of the stream.
    var edges: [Double] { entry.ads.reduce(into: [entry.start]) { edges, ad in edges.append((edges.last ?? entry.start) + ad.duration) } }

    init?(_ avail: JSONValue) {
        guard let id = avail["availId"]?.string, let start = avail["startTimeInSeconds"]?.number else { return nil }
        var entries: [StreamBreak.Ad] = []
        ads = []
        var time = start
        for ad in avail["ads"]?.array ?? [] {
            guard let begin = ad["startTimeInSeconds"]?.number, let duration = ad["durationInSeconds"]?.number, duration > 0 else {
                continue
            }
            // A gap between two ads is slate, which isn't counted as an ad.
            if begin > time + 0.1 {
                entries.append(.init(id: "slate", duration: begin - time, isSlate: true))
                ads.append(VASTAd(kind: .inline))
            }
            entries.append(.init(id: ad["adId"]?.string ?? "", duration: duration, skipOffset: ad["skipOffset"]?.number))
            ads.append(Self.ad(ad, begin: begin, duration: duration))
            time = begin + duration
        }
        if let whole = avail["durationInSeconds"]?.number, start + whole > time + 0.1 {
            entries.append(.init(id: "slate", duration: start + whole - time, isSlate: true))
            ads.append(VASTAd(kind: .inline))
        }
        guard !entries.isEmpty else { return nil }
        entry = StreamBreak(id: id, start: start, ads: entries)
        date = avail["startDate"]?.string.flatMap { DateTimeText.parse($0) }
    }

    private static func ad(_ ad: JSONValue, begin: Double, duration: Double) -> VASTAd {
        var tracked = VASTAd(kind: .inline, id: ad["adId"]?.string)
        tracked.title = ad["adTitle"]?.string
        tracked.advertiser = ad["advertiser"]?.string
        tracked.errors = ad["errorUrls"]?.array?.compactMap(\.string) ?? []
        var linear = VASTLinear()
        linear.duration = duration
        linear.skipOffset = ad["skipOffset"]?.number.map { .seconds($0) }
        linear.clicks.through = ad["clickThrough"]?.string.map { VASTLink(url: $0) }
        linear.clicks.tracking = ad["clickTracking"]?.array?.compactMap(\.string).map { VASTLink(url: $0) } ?? []
        for event in ad["trackingEvents"]?.array ?? [] {
            guard let type = event["eventType"]?.string else { continue }
            let urls = event["beaconUrls"]?.array?.compactMap(\.string) ?? []
            if type == "impression" {
                tracked.impressions += urls.map { VASTLink(url: $0) }
            } else if !tracked.takeViewability(type, urls) {
                let offset = event["startTimeInSeconds"]?.number.map { VASTOffset.seconds($0 - begin) }
                linear.tracking += urls.map { VASTTracking(event: type, url: $0, offset: type == "progress" ? offset : nil) }
            }
        }
        var creative = VASTCreative()
        linear.icons = SignaledIcon.all(in: ad)
        creative.linear = linear
        creative.companions = SignaledCompanion.all(in: ad)
        tracked.verifications = SignaledVerification.all(in: ad)
        tracked.creatives = [creative]
        return tracked
    }
}
