// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
import WindowboxHLS

/// Reads an ad's tracking events from an entry of an asset list (SVTA 2053, `X-AD-CREATIVE-SIGNALING`).
enum SignaledAd {
    static let member = "X-AD-CREATIVE-SIGNALING"

    /// - Parameters:
    ///   - entry: of an asset list.
    ///   - duration: of the asset, in seconds.
    /// - Returns: nil if the entry doesn't signal an ad.
    static func read(_ entry: JSONValue, duration: Double) -> VASTAd? {
        let payload = entry[member]?["payload"]
        // Some lists contain a single slot instead of an array.
        let slots = payload?.array ?? payload.map { [$0] } ?? []
        guard let slot = slots.first(where: { $0["tracking"] != nil }) else { return nil }
        let length = slot["duration"]?.number ?? duration
        var ad = VASTAd(kind: .inline, id: slot["identifiers"]?.array?.first?["value"]?.string)
        ad.title = slot["title"]?.string
        var linear = VASTLinear()
        linear.duration = length
        linear.skipOffset = slot["skipOffset"]?.number.map { .seconds($0) }
        linear.clicks.through = slot["clickThrough"]?.string.map { VASTLink(url: $0) }
        for item in slot["tracking"]?.array ?? [] {
            guard let type = item["type"]?.string else { continue }
            let urls = item["urls"]?.array?.compactMap(\.string) ?? []
            switch type {
            case "impression": ad.impressions += urls.map { VASTLink(url: $0) }
            case "error": ad.errors += urls
            case "clickTracking": linear.clicks.tracking += urls.map { VASTLink(url: $0) }
            case _ where ad.takeViewability(type, urls): break
            default:
                let offset = item["offset"]?.number.map { VASTOffset.seconds($0) }
                linear.tracking += urls.map { VASTTracking(event: type, url: $0, offset: type == "progress" ? offset : nil) }
            }
        }
        var creative = VASTCreative()
        linear.icons = SignaledIcon.all(in: slot)
        creative.linear = linear
        creative.companions = SignaledCompanion.all(in: slot)
        ad.verifications = SignaledVerification.all(in: slot)
        ad.creatives = [creative]
        return ad
    }
}
