// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
import WindowboxHLS

/// An overlay in the `nonLinearAdsList` of tracking documents.
enum SignaledOverlay {
    static func read(_ entry: JSONValue) -> VASTAd {
        var ad = VASTAd(kind: .inline, id: entry["adId"]?.string)
        ad.title = entry["adTitle"]?.string
        ad.errors = entry.links("errorUrls")
        var group = VASTNonLinearAds()
        for event in entry["trackingEvents"]?.array ?? [] {
            guard let type = event["eventType"]?.string else { continue }
            let urls = event.links("beaconUrls")
            if type == "impression" {
                ad.impressions += urls.map { VASTLink(url: $0) }
            } else {
                group.tracking += urls.map { VASTTracking(event: type, url: $0) }
            }
        }
        group.nonLinears = (entry["nonLinearAdList"]?.array ?? []).prefix(16).compactMap { overlay($0) }
        var creative = VASTCreative()
        creative.nonLinears = group
        ad.creatives = [creative]
        return ad
    }

    private static func overlay(_ entry: JSONValue) -> VASTNonLinear? {
        guard let url = entry["staticResource"]?.string else { return nil }
        var overlay = VASTNonLinear(width: entry.pixels("width"), height: entry.pixels("height"))
        overlay.minimumDuration = entry["minSuggestedDurationInSeconds"]?.number
        overlay.resources = [.fixed(url: url, creativeType: entry["creativeType"]?.string)]
        overlay.clicks.through = entry["clickThrough"]?.string.map { VASTLink(url: $0) }
        overlay.clicks.tracking = entry.links("clickTracking").map { VASTLink(url: $0) }
        return overlay
    }
}
