// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup
public import WindowboxAds
import WindowboxHLS

/// A break of a stitched stream with all that is to be told of its ads, as a service's tracking document has it.
public struct TrackedBreak: Hashable, Sendable {
    /// In seconds of the stream; of a live stream, from where the session joined it.
    public var entry: StreamBreak
    /// Of a live stream: when it begins, in seconds since 1970.
    public var date: Double?
    /// Of each of its ads, in their order.
    public var ads: [VASTAd]

    /// Where its ads begin, and where it ends: seconds of the stream.
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
            // What lies between two ads is slate, which nobody counts.
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
