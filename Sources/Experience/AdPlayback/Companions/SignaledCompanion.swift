// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
import WindowboxHLS

/// A companion in the `companions` array of asset lists and tracking documents.
struct SignaledCompanion: Encodable {
    private var width: Int?
    private var height: Int?
    private var adSlotId: String?
    private var altText: String?
    private var renderingMode: String?
    private var staticResource: String
    private var creativeType: String?
    private var clickThrough: String?
    private var clickTracking: [String]
    private var creativeView: [String]

    /// Nil without an image.
    init?(_ companion: VASTCompanion) {
        guard let (url, type) = companion.resources.picture else { return nil }
        (staticResource, creativeType) = (url, type)
        (width, height) = (companion.width, companion.height)
        (adSlotId, altText, renderingMode) = (companion.adSlotID, companion.altText, companion.renderingMode)
        clickThrough = companion.clicks.through?.url
        clickTracking = companion.clicks.tracking.map(\.url)
        creativeView = companion.tracking.filter { $0.event == "creativeView" }.map(\.url)
    }

    /// - Parameter entry: an ad of a tracking document, or a slot of an asset list.
    /// - Returns: nil if there are no companions.
    static func all(in entry: JSONValue) -> VASTCompanionAds? {
        let companions = entry["companions"]?.array?.compactMap { read($0) } ?? []
        return companions.isEmpty ? nil : VASTCompanionAds(companions: companions)
    }

    private static func read(_ entry: JSONValue) -> VASTCompanion? {
        guard let url = entry["staticResource"]?.string else { return nil }
        var companion = VASTCompanion(
            width: entry.pixels("width"), height: entry.pixels("height"), adSlotID: entry["adSlotId"]?.string,
            renderingMode: entry["renderingMode"]?.string, altText: entry["altText"]?.string,
            resources: [.fixed(url: url, creativeType: entry["creativeType"]?.string)])
        companion.clicks.through = entry["clickThrough"]?.string.map { VASTLink(url: $0) }
        companion.clicks.tracking = entry.links("clickTracking").map { VASTLink(url: $0) }
        companion.tracking = entry.links("creativeView").map { VASTTracking(event: "creativeView", url: $0) }
        return companion
    }
}
