// SPDX-License-Identifier: Apache-2.0

public import WindowboxXML

/// An ad with its creatives, or a wrapper that leads to one (VAST 4.3, 3.3 to 3.5).
public struct VASTAd: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case inline, wrapper }

    public var kind: Kind
    public var id: String?
    /// The place in a pod, from 1; nil for a stand-alone ad.
    public var sequence: Int?
    /// Given up by VAST 4.1: whether a script decides if there is an ad.
    public var isConditional: Bool?
    /// `video`, `audio` or `hybrid`; video when not given.
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
    /// How long after its arrival the ad may be played, in seconds.
    public var expires: Int?
    public var categories: [VASTCategory] = []
    public var impressions: [VASTLink] = []
    public var errors: [String] = []
    public var viewableImpression: VASTViewableImpression?
    public var verifications: [VASTVerification] = []
    public var extensions: [VASTExtension] = []
    public var creatives: [VASTCreative] = []
    /// What only wrappers have.
    public var wrapper: VASTWrapper?
    /// In its document, from 1.
    public var line: Int

    public init(kind: Kind, id: String? = nil, sequence: Int? = nil, line: Int = 0) {
        self.kind = kind
        self.id = id
        self.sequence = sequence
        self.line = line
    }
}

/// Where a wrapper leads (VAST 4.3, 3.19).
public struct VASTWrapper: Hashable, Sendable {
    /// Nil in a wrapper without an address, which leads nowhere: code 300.
    public var tagURI: String?
    /// As written; ``followsWrappers`` has the default.
    public var followAdditionalWrappers: Bool?
    public var allowMultipleAds: Bool?
    public var fallbackOnNoAd: Bool?
    public var blockedCategories: [VASTCategory] = []

    public init(tagURI: String? = nil) { self.tagURI = tagURI }

    /// Whether what it leads to may be a wrapper again: yes, if not said otherwise.
    public var followsWrappers: Bool { followAdditionalWrappers ?? true }
    /// Whether a pod behind it is played as one: no, if not said otherwise.
    public var allowsMultipleAds: Bool { allowMultipleAds ?? false }
}

/// An address, with a name for it.
public struct VASTLink: Hashable, Sendable {
    public var id: String?
    public var url: String

    public init(id: String? = nil, url: String) {
        self.id = id
        self.url = url
    }
}

public struct VASTCategory: Hashable, Sendable {
    /// The address of the body that defines the category.
    public var authority: String?
    /// Of the authority's list; empty when none is given.
    public var value: String

    public init(authority: String? = nil, value: String) {
        self.authority = authority
        self.value = value
    }
}

public struct VASTPricing: Hashable, Sendable {
    /// As written, such as `25.00`; it may be encrypted.
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

/// Where to report whether the ad could be seen (VAST 4.3, 3.4.6).
public struct VASTViewableImpression: Hashable, Sendable {
    public var id: String?
    public var viewable: [String] = []
    public var notViewable: [String] = []
    public var undetermined: [String] = []

    public init(id: String? = nil) { self.id = id }
}

/// What an ad server adds of its own.
public struct VASTExtension: Hashable, Sendable {
    public var type: String?
    /// The whole `Extension` or `CreativeExtension`.
    public var element: MarkupElement

    public init(type: String? = nil, element: MarkupElement) {
        self.type = type
        self.element = element
    }
}

/// Scripts or programs that measure (VAST 4.3, 3.17).
public struct VASTVerification: Hashable, Sendable {
    public struct Resource: Hashable, Sendable {
        public var url: String
        public var apiFramework: String?
        /// Of scripts: whether it runs without a browser.
        public var isBrowserOptional: Bool?
        /// Of programs: their media type.
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
    /// Handed to the script as it is.
    public var parameters: String?
    /// `verificationNotExecuted`, with `[REASON]`.
    public var tracking: [VASTTracking] = []
    /// VAST 4.0 had it here.
    public var viewableImpression: VASTViewableImpression?
    /// Whether it came in an extension, as up to VAST 3.0.
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
