// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup
import WindowboxHLS

/// A companion image that a player shows beside the ad or after it.
public struct AdPicture: Hashable, Sendable, Codable {
    /// In pixels.
    public var width: Int?
    public var height: Int?
    public var slot: String?
    public var alternativeText: String?
    /// The VAST value: `end-card` for an image shown after the video.
    public var renderingMode: String?
    public var url: String
    /// Its media type.
    public var type: String?
    public var clickThrough: String?
    public var clickTracking: [String]
    /// Tracking URLs for when it is seen.
    public var views: [String]

    /// Nil if the resource isn't an image.
    public init?(_ companion: VASTCompanion) {
        guard let (url, type) = companion.resources.picture else { return nil }
        (self.url, self.type) = (url, type)
        (width, height) = (companion.width, companion.height)
        (slot, alternativeText, renderingMode) = (companion.adSlotID, companion.altText, companion.renderingMode)
        clickThrough = companion.clicks.through?.url
        clickTracking = companion.clicks.tracking.map(\.url)
        views = companion.tracking.filter { $0.event == "creativeView" }.map(\.url)
    }

    var json: JSONValue {
        .record([
            ("width", width.map { .number(Double($0)) }), ("height", height.map { .number(Double($0)) }), ("adSlotId", .text(slot)),
            ("altText", .text(alternativeText)), ("renderingMode", .text(renderingMode)), ("staticResource", .string(url)),
            ("creativeType", .text(type)),
            ("clickThrough", .text(clickThrough)), ("clickTracking", .array(clickTracking.map { .string($0) })),
            ("creativeView", .array(views.map { .string($0) })),
        ])
    }
}

extension AdIconPicture {
    var json: JSONValue {
        .record([
            ("program", .text(program)), ("width", width.map { .number(Double($0)) }), ("height", height.map { .number(Double($0)) }),
            ("xPosition", .text(xPosition)), ("yPosition", .text(yPosition)), ("offset", offset.map { .seconds($0) }),
            ("duration", duration.map { .seconds($0) }), ("altText", .text(altText)), ("staticResource", .string(staticResource)),
            ("creativeType", .text(creativeType)), ("clickThrough", .text(clickThrough)),
            ("clickTracking", .array(clickTracking.map { .string($0) })), ("viewTracking", .array(viewTracking.map { .string($0) })),
            ("fallbackImages", fallbackImages.map { .array($0.map(\.json)) }),
        ])
    }
}

extension AdIconPicture.Fallback {
    fileprivate var json: JSONValue {
        .record([
            ("width", width.map { .number(Double($0)) }), ("height", height.map { .number(Double($0)) }), ("altText", .text(altText)),
            ("staticResource", .string(staticResource)),
        ])
    }
}

extension AdVerificationEntry {
    var json: JSONValue {
        .record([
            ("vendor", .text(vendor)), ("scripts", .array(scripts.map { .string($0) })), ("apiFramework", .text(apiFramework)),
            ("parameters", .text(parameters)), ("notExecuted", .array(notExecuted.map { .string($0) })),
        ])
    }
}

extension AdCandidate {
    /// Nil if there are none, to leave the member out.
    var companionsJSON: JSONValue? { companions.map { .array($0.map(\.json)) } }
    /// The same for verification vendors.
    var verificationsJSON: JSONValue? { verifications.map { .array($0.map(\.json)) } }
    /// The same for icons.
    var iconsJSON: JSONValue? { icons.map { .array($0.map(\.json)) } }
}
