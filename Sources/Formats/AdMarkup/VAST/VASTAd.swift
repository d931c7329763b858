// SPDX-License-Identifier: Apache-2.0

public import WindowboxXML

/// An inline ad with its creatives, or a wrapper that refers to one (VAST 4.3, 3.3 to 3.5).
public struct VASTAd: Hashable, Sendable {
    /// Whether the ad itself is here, or elsewhere.
    public enum Kind: Hashable, Sendable { case inline, wrapper }

    /// `InLine` or `Wrapper`.
    public var kind: Kind
    /// The ad server's identifier of the ad; nil if not stated.
    public var id: String?
    /// The position in a pod, from 1; nil for a stand-alone ad.
    public var sequence: Int?
    /// Whether a script decides if there is an ad. Deprecated in VAST 4.1.
    public var isConditional: Bool?
    /// `video`, `audio` or `hybrid`; nil means video.
    public var adType: String?
    /// `AdSystem`: the name of the ad server.
    public var system: String?
    /// The version of the ad server.
    public var systemVersion: String?
    /// `AdTitle`: the common name of the ad.
    public var title: String?
    /// `AdServingId`: identifies this delivery of the ad, from VAST 4.1 on.
    public var servingID: String?
    /// `Description`: a longer text about the ad.
    public var summary: String?
    /// The advertiser's name.
    public var advertiser: String?
    /// The ad server's identifier of the advertiser.
    public var advertiserID: String?
    /// The price of the ad; nil if not stated.
    public var pricing: VASTPricing?
    /// The URL of a survey; deprecated in VAST 4.1.
    public var survey: String?
    /// The media type of the survey.
    public var surveyType: String?
    /// Seconds after its arrival within which the ad may be played.
    public var expires: Int?
    /// The categories of the ad's content.
    public var categories: [VASTCategory] = []
    /// URLs to request when the first frame is shown.
    public var impressions: [VASTLink] = []
    /// URLs to request if the ad can't be played, with `[ERRORCODE]`.
    public var errors: [String] = []
    /// URLs to request once it is known whether the ad was viewable.
    public var viewableImpression: VASTViewableImpression?
    /// Measurement vendors.
    public var verifications: [VASTVerification] = []
    /// Proprietary elements of the ad server.
    public var extensions: [VASTExtension] = []
    /// What to show, in document order.
    public var creatives: [VASTCreative] = []
    /// The wrapper's settings; nil for inline ads.
    public var wrapper: VASTWrapper?
    /// The line in its document, from 1.
    public var line: Int

    /// - Parameters:
    ///   - sequence: the position in a pod, from 1; nil for a stand-alone ad.
    ///   - line: the line in its document, from 1; 0 without a document.
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
    /// Whether a pod is accepted from the wrapper's URL; nil if not stated.
    public var allowMultipleAds: Bool?
    /// Whether another ad may be chosen if the wrapper's URL has none; nil if not stated.
    public var fallbackOnNoAd: Bool?
    /// Categories of ads that must not be played.
    public var blockedCategories: [VASTCategory] = []

    public init(tagURI: String? = nil) { self.tagURI = tagURI }

    /// Whether it may lead to further wrappers; true by default.
    public var followsWrappers: Bool { followAdditionalWrappers ?? true }
    /// Whether the wrapped response may contain several ads; false by default.
    public var allowsMultipleAds: Bool { allowMultipleAds ?? false }
}

/// A URL with an optional id.
public struct VASTLink: Hashable, Sendable {
    /// The ad server's identifier; nil if not stated.
    public var id: String?
    /// The URL, with macros not yet expanded.
    public var url: String

    public init(id: String? = nil, url: String) {
        self.id = id
        self.url = url
    }
}

/// A category of the ad's content.
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

/// The price of an ad.
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
    /// The ad server's identifier; nil if not stated.
    public var id: String?
    /// URLs to request if the ad was viewable.
    public var viewable: [String] = []
    /// URLs to request if the ad was not viewable.
    public var notViewable: [String] = []
    /// URLs to request if that could not be measured.
    public var undetermined: [String] = []

    /// - Parameter id: the ad server's identifier.
    public init(id: String? = nil) { self.id = id }
}

/// A proprietary extension of an ad server.
public struct VASTExtension: Hashable, Sendable {
    /// The type of the extension, as the ad server names it.
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
    /// A script or an executable.
    public struct Resource: Hashable, Sendable {
        /// The URL of the script or executable.
        public var url: String
        /// The interface that it needs, such as `omid`; nil if not stated.
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

    /// The vendor's name, such as `example.com-omid`.
    public var vendor: String?
    /// Scripts, of which one is to be run.
    public var scripts: [Resource] = []
    /// Executables, of which one is to be run.
    public var executables: [Resource] = []
    /// Passed to the script unchanged.
    public var parameters: String?
    /// `verificationNotExecuted` URLs, with `[REASON]`.
    public var tracking: [VASTTracking] = []
    /// The viewable impression, which VAST 4.0 puts here.
    public var viewableImpression: VASTViewableImpression?
    /// Whether it is from an extension, as in VAST 3.0 and earlier.
    public var isFromExtension = false

    /// - Parameters:
    ///   - parameters: passed to the script unchanged.
    ///   - isFromExtension: whether it was found in an extension, as before VAST 4.
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
