// SPDX-License-Identifier: Apache-2.0

/// What is shown (VAST 4.3, 3.7). It has one of ``linear``, ``nonLinears`` and ``companions``; several are kept where somebody wrote several.
public struct VASTCreative: Hashable, Sendable {
    public var id: String?
    public var adID: String?
    /// The order in which the creatives of an ad begin.
    public var sequence: Int?
    public var apiFramework: String?
    public var universalAdIDs: [VASTUniversalAdID] = []
    public var extensions: [VASTExtension] = []
    public var linear: VASTLinear?
    public var nonLinears: VASTNonLinearAds?
    public var companions: VASTCompanionAds?
    /// In its document, from 1.
    public var line = 0

    public init() {}
}

/// What a creative is called by everybody (VAST 4.3, 3.7.1).
public struct VASTUniversalAdID: Hashable, Sendable {
    /// `unknown` when nobody registered it.
    public var registry: String?
    public var value: String

    public init(registry: String? = nil, value: String) {
        self.registry = registry
        self.value = value
    }
}

/// An address that is told of an event, once (VAST 4.3, 3.14).
public struct VASTTracking: Hashable, Sendable {
    /// As written: unknown names are kept.
    public var event: String
    public var url: String
    /// Of `progress`: when.
    public var offset: VASTOffset?

    public init(event: String, url: String, offset: VASTOffset? = nil) {
        self.event = event
        self.url = url
        self.offset = offset
    }
}

/// A position in an ad.
public enum VASTOffset: Hashable, Sendable {
    /// From the beginning.
    case seconds(Double)
    /// 0 to 100, of the ad's duration.
    case percent(Double)

    /// - Parameter duration: of the ad in seconds.
    public func seconds(of duration: Double?) -> Double? {
        switch self {
        case .seconds(let seconds): seconds
        case .percent(let percent): duration.map { $0 * percent / 100 }
        }
    }
}

/// What is shown in a picture's place.
public enum VASTResource: Hashable, Sendable {
    /// An image, or a script by its `creativeType`, a media type.
    case fixed(url: String, creativeType: String?)
    case iframe(url: String)
    /// A piece of HTML.
    case html(String)
}

extension [VASTResource] {
    /// The first that is an image, with its media type.
    public var picture: (url: String, type: String?)? {
        for case .fixed(let url, let type) in self where type.map({ $0.lowercased().hasPrefix("image/") }) ?? true {
            return (url, type)
        }
        return nil
    }
}

/// Data for an interactive creative, handed over as it is.
public struct VASTAdParameters: Hashable, Sendable {
    public var text: String
    /// Whether its markup is escaped once more inside.
    public var isXMLEncoded: Bool

    public init(text: String, isXMLEncoded: Bool) {
        self.text = text
        self.isXMLEncoded = isXMLEncoded
    }
}

/// Where a click leads and who is told (VAST 4.3, 3.10).
public struct VASTClicks: Hashable, Sendable {
    public var through: VASTLink?
    public var tracking: [VASTLink] = []
    public var custom: [VASTLink] = []

    public init() {}
}
