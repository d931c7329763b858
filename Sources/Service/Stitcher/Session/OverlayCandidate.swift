// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup
import WindowboxHLS

/// An overlay ad: it isn't stitched; the session's player shows it over the content.
public struct OverlayCandidate: Hashable, Sendable, Codable {
    struct Picture: Hashable, Sendable, Codable {
        /// In pixels.
        var width: Int?
        var height: Int?
        /// The minimum time in seconds for which it must be shown.
        var duration: Double?
        var url: String
        /// Its media type.
        var type: String?
        var clickThrough: String?
        var clickTracking: [String]
    }

    public var id: String
    public var title: String?
    public var system: String?
    var impressions: [String]
    var errors: [String]
    var trackers: [AdCandidate.Tracker]
    var pictures: [Picture]

    /// Nil for a linear ad, or if there is no image that a player can show.
    public init?(_ ad: VASTAd) {
        guard !ad.creatives.contains(where: { $0.linear != nil }) else { return nil }
        let groups = ad.creatives.compactMap(\.nonLinears)
        pictures = groups.flatMap(\.nonLinears).filter { $0.apiFramework == nil }.compactMap { overlay in
            overlay.resources.picture.map { image in
                Picture(
                    width: overlay.width, height: overlay.height, duration: overlay.minimumDuration, url: image.url, type: image.type,
                    clickThrough: overlay.clicks.through?.url, clickTracking: overlay.clicks.tracking.map(\.url))
            }
        }
        guard !pictures.isEmpty else { return nil }
        id = ad.id ?? ""
        (title, system, errors) = (ad.title, ad.system, ad.errors)
        impressions = ad.impressions.map(\.url)
        trackers = groups.flatMap(\.tracking).map { AdCandidate.Tracker(event: $0.event, url: $0.url) }
    }

    /// The ad in the tracking document.
    var json: JSONValue {
        let all = impressions.map { AdCandidate.Tracker(event: "impression", url: $0) } + trackers
        return .record([
            ("adId", .string(id)), ("adTitle", .text(title)), ("adSystem", .text(system)),
            ("errorUrls", .array(errors.map { .string($0) })),
            (
                "trackingEvents",
                .array(all.map { .record([("eventType", .string($0.event)), ("beaconUrls", .array([.string($0.url)]))]) })
            ),
            ("nonLinearAdList", .array(pictures.map(\.json))),
        ])
    }
}

extension OverlayCandidate.Picture {
    fileprivate var json: JSONValue {
        .record([
            ("width", width.map { .number(Double($0)) }), ("height", height.map { .number(Double($0)) }),
            ("minSuggestedDurationInSeconds", duration.map { .seconds($0) }), ("staticResource", .string(url)),
            ("creativeType", .text(type)), ("clickThrough", .text(clickThrough)),
            ("clickTracking", .array(clickTracking.map { .string($0) })),
        ])
    }
}
