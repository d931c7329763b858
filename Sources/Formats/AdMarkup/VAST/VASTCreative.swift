// SPDX-License-Identifier: Apache-2.0

/// A creative (VAST 4.3, 3.7). It should have one of ``linear``, ``nonLinears`` and ``companions``; if it has several, all are kept.
public struct VASTCreative: Hashable, Sendable {
    /// The ad server's identifier; nil if not stated.
    public var id: String?
    /// The identifier by which the ad server refers to the creative.
    public var adID: String?
    /// The order in which the creatives of an ad start.
    public var sequence: Int?
    /// The interface that the creative needs; nil for none.
    public var apiFramework: String?
    /// The creative's identifiers in registries.
    public var universalAdIDs: [VASTUniversalAdID] = []
    /// Proprietary elements of the ad server.
    public var extensions: [VASTExtension] = []
    /// The video or audio; nil without one.
    public var linear: VASTLinear?
    /// The overlays; nil without any.
    public var nonLinears: VASTNonLinearAds?
    /// The companions; nil without any.
    public var companions: VASTCompanionAds?
    /// The line in its document, from 1.
    public var line = 0

    public init() {}
}

/// A globally unique creative id (VAST 4.3, 3.7.1).
public struct VASTUniversalAdID: Hashable, Sendable {
    /// The registry; `unknown` if it is not registered.
    public var registry: String?
    /// The identifier in the registry.
    public var value: String

    public init(registry: String? = nil, value: String) {
        self.registry = registry
        self.value = value
    }
}

/// A URL to request once at an event (VAST 4.3, 3.14).
public struct VASTTracking: Hashable, Sendable {
    /// The event name as written; unknown names are kept.
    public var event: String
    /// The URL to request, with macros not yet expanded.
    public var url: String
    /// The time of a `progress` event.
    public var offset: VASTOffset?

    public init(event: String, url: String, offset: VASTOffset? = nil) {
        self.event = event
        self.url = url
        self.offset = offset
    }
}

/// A position in an ad.
public enum VASTOffset: Hashable, Sendable {
    /// From the start of the ad.
    case seconds(Double)
    /// 0 to 100 percent of the ad's duration.
    case percent(Double)

    /// - Parameter duration: The ad's duration in seconds.
    public func seconds(of duration: Double?) -> Double? {
        switch self {
        case .seconds(let seconds): seconds
        case .percent(let percent): duration.map { $0 * percent / 100 }
        }
    }
}

/// The content of a companion, an overlay or an icon.
public enum VASTResource: Hashable, Sendable {
    /// An image or a script, depending on `creativeType`, a media type.
    case fixed(url: String, creativeType: String?)
    /// A page to be shown in an iframe.
    case iframe(url: String)
    /// An HTML fragment.
    case html(String)
}

extension [VASTResource] {
    /// The first image, with its media type.
    public var picture: (url: String, type: String?)? {
        for case .fixed(let url, let type) in self where type.map({ $0.lowercased().hasPrefix("image/") }) ?? true {
            return (url, type)
        }
        return nil
    }
}

/// Data for an interactive creative, passed through unchanged.
public struct VASTAdParameters: Hashable, Sendable {
    /// The data as written.
    public var text: String
    /// Whether the text is additionally XML-escaped.
    public var isXMLEncoded: Bool

    public init(text: String, isXMLEncoded: Bool) {
        self.text = text
        self.isXMLEncoded = isXMLEncoded
    }
}

/// Click-through and click tracking URLs (VAST 4.3, 3.10).
public struct VASTClicks: Hashable, Sendable {
    /// The page that a click opens; nil for none.
    public var through: VASTLink?
    /// URLs to request on a click.
    public var tracking: [VASTLink] = []
    /// URLs to request on clicks that don't open a page.
    public var custom: [VASTLink] = []

    public init() {}
}
