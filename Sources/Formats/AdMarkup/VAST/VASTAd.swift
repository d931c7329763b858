// SPDX-License-Identifier: Apache-2.0

public import WindowboxXML

/// An inline ad with its creatives, or a wrapper that refers to one (VAST 4.3, 3.3 to 3.5).
public struct VASTAd: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case inline, wrapper }

    public var kind: Kind
    public var id: String?
    /// The position in a pod, from 1; nil for a stand-alone ad.
    public var sequence: Int?
    /// Whether a script decides if there is an ad. Deprecated in VAST 4.1.
    public var isConditional: Bool?
    /// `video`, `audio` or `hybrid`; nil means video.
    public var adType: String?
    public var system: String?
    public var systemVersion: String?
    public var title: String?
    public var servingID: String?
    public var summary: String?
    public var advertiser: String?
    public var advertiserID: String?
    public var pricing: VASTPricing?
    public var survey: String?
    public var surveyType: String?
    /// Seconds after its arrival within which the ad may be played.
    public var expires: Int?
    public var categories: [VASTCategory] = []
    public var impressions: [VASTLink] = []
    public var errors: [String] = []
    public var viewableImpression: VASTViewableImpression?
    public var verifications: [VASTVerification] = []
    public var extensions: [VASTExtension] = []
    public var creatives: [VASTCreative] = []
    /// The wrapper's settings; nil for inline ads.
    public var wrapper: VASTWrapper?
    /// The line in its document, from 1.
    public var line: Int

    public init(kind: Kind, id: String? = nil, sequence: Int? = nil, line: Int = 0) {
        self.kind = kind
        self.id = id
        self.sequence = sequence
        self.line = line
    }
}

/// The settings of a wrapper (VAST 4.3, 3.19).
public struct VASTWrapper: Hashable, Sendable {
    /// nil in a wrapper without a URL, which fails with code 300.
    public var tagURI: String?
    /// The attribute as written; ``followsWrappers`` applies the default.
    public var followAdditionalWrappers: Bool?
    public var allowMultipleAds: Bool?
    public var fallbackOnNoAd: Bool?
    public var blockedCategories: [VASTCategory] = []

    public init(tagURI: String? = nil) { self.tagURI = tagURI }

    /// Whether it may lead to further wrappers; true by default.
    public var followsWrappers: Bool { followAdditionalWrappers ?? true }
    /// Whether the wrapped response may contain several ads; false by default.
    public var allowsMultipleAds: Bool { allowMultipleAds ?? false }
}

/// A URL with an optional id.
public struct VASTLink: Hashable, Sendable {
    public var id: String?
    public var url: String

    public init(id: String? = nil, url: String) {
        self.id = id
        self.url = url
    }
}

public struct VASTCategory: Hashable, Sendable {
    /// The URL of the authority that defines the category.
    public var authority: String?
    /// The category code; empty if none is given.
    public var value: String

    public init(authority: String? = nil, value: String) {
        self.authority = authority
        self.value = value
    }
}

public struct VASTPricing: Hashable, Sendable {
    /// The price as written, such as `25.00`; may be encrypted.
    public var value: String
    /// `cpm`, `cpc`, `cpe` or `cpv`, as written.
    public var model: String?
    /// ISO 4217.
    public var currency: String?

    public init(value: String, model: String? = nil, currency: String? = nil) {
        self.value = value
        self.model = model
        self.currency = currency
    }
}

/// Tracking URLs for viewability (VAST 4.3, 3.4.6).
public struct VASTViewableImpression: Hashable, Sendable {
    public var id: String?
    public var viewable: [String] = []
    public var notViewable: [String] = []
    public var undetermined: [String] = []

    public init(id: String? = nil) { self.id = id }
}

/// A proprietary extension of an ad server.
public struct VASTExtension: Hashable, Sendable {
    public var type: String?
    /// The `Extension` or `CreativeExtension` element.
    public var element: MarkupElement

    public init(type: String? = nil, element: MarkupElement) {
        self.type = type
        self.element = element
    }
}

/// A measurement vendor's scripts or executables (VAST 4.3, 3.17).
public struct VASTVerification: Hashable, Sendable {
    public struct Resource: Hashable, Sendable {
        public var url: String
        public var apiFramework: String?
        /// For scripts: whether it can run without a browser.
        public var isBrowserOptional: Bool?
        /// For executables: the media type.
        public var type: String?

        public init(url: String, apiFramework: String? = nil, isBrowserOptional: Bool? = nil, type: String? = nil) {
            self.url = url
            self.apiFramework = apiFramework
            self.isBrowserOptional = isBrowserOptional
            self.type = type
        }
    }

    public var vendor: String?
    public var scripts: [Resource] = []
    public var executables: [Resource] = []
    /// Passed to the script unchanged.
    public var parameters: String?
    /// `verificationNotExecuted` URLs, with `[REASON]`.
    public var tracking: [VASTTracking] = []
    /// The viewable impression, which VAST 4.0 puts here.
    public var viewableImpression: VASTViewableImpression?
    /// Whether it is from an extension, as in VAST 3.0 and earlier.
    public var isFromExtension = false

    public init(
        vendor: String? = nil, scripts: [Resource] = [], executables: [Resource] = [], parameters: String? = nil,
        tracking: [VASTTracking] = [], viewableImpression: VASTViewableImpression? = nil, isFromExtension: Bool = false
    ) {
        self.vendor = vendor
        self.scripts = scripts
        self.executables = executables
        self.parameters = parameters
        self.tracking = tracking
        self.viewableImpression = viewableImpression
        self.isFromExtension = isFromExtension
    }
}
