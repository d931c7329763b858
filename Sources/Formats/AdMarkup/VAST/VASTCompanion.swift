// SPDX-License-Identifier: Apache-2.0

/// Companion ads, shown next to the player (VAST 4.3, 3.13).
public struct VASTCompanionAds: Hashable, Sendable {
    /// Which must be shown: `all`, `any` or `none`; nil means none.
    public var required: String?
    public var companions: [VASTCompanion] = []

    public init(required: String? = nil, companions: [VASTCompanion] = []) {
        self.required = required
        self.companions = companions
    }
}

public struct VASTCompanion: Hashable, Sendable {
    public var id: String?
    /// The slot size in pixels.
    public var width: Int?
    public var height: Int?
    /// The asset size in pixels.
    public var assetWidth: Int?
    public var assetHeight: Int?
    public var expandedWidth: Int?
    public var expandedHeight: Int?
    public var apiFramework: String?
    public var adSlotID: String?
    public var pixelRatio: Double?
    /// The attribute as written.
    public var pixelRatioText: String?
    /// `default`, `end-card` or `concurrent`.
    public var renderingMode: String?
    public var altText: String?
    public var resources: [VASTResource] = []
    public var clicks = VASTClicks()
    public var adParameters: VASTAdParameters?
    public var tracking: [VASTTracking] = []
    public var extensions: [VASTExtension] = []

    public init(
        id: String? = nil, width: Int? = nil, height: Int? = nil, assetWidth: Int? = nil, assetHeight: Int? = nil,
        expandedWidth: Int? = nil, expandedHeight: Int? = nil, apiFramework: String? = nil, adSlotID: String? = nil,
        pixelRatio: Double? = nil, pixelRatioText: String? = nil, renderingMode: String? = nil, altText: String? = nil,
        resources: [VASTResource] = [], clicks: VASTClicks = VASTClicks(), adParameters: VASTAdParameters? = nil,
        tracking: [VASTTracking] = [], extensions: [VASTExtension] = []
    ) {
        self.id = id
        self.width = width
        self.height = height
        self.assetWidth = assetWidth
        self.assetHeight = assetHeight
        self.expandedWidth = expandedWidth
        self.expandedHeight = expandedHeight
        self.apiFramework = apiFramework
        self.adSlotID = adSlotID
        self.pixelRatio = pixelRatio
        self.pixelRatioText = pixelRatioText
        self.renderingMode = renderingMode
        self.altText = altText
        self.resources = resources
        self.clicks = clicks
        self.adParameters = adParameters
        self.tracking = tracking
        self.extensions = extensions
    }
}

/// Non-linear (overlay) ads (VAST 4.3, 3.12).
public struct VASTNonLinearAds: Hashable, Sendable {
    public var nonLinears: [VASTNonLinear] = []
    /// Tracking for all of them.
    public var tracking: [VASTTracking] = []

    public init(nonLinears: [VASTNonLinear] = [], tracking: [VASTTracking] = []) {
        self.nonLinears = nonLinears
        self.tracking = tracking
    }
}

public struct VASTNonLinear: Hashable, Sendable {
    public var id: String?
    public var width: Int?
    public var height: Int?
    public var expandedWidth: Int?
    public var expandedHeight: Int?
    public var isScalable: Bool?
    public var maintainsAspectRatio: Bool?
    /// Seconds.
    public var minimumDuration: Double?
    public var apiFramework: String?
    public var resources: [VASTResource] = []
    public var clicks = VASTClicks()
    public var adParameters: VASTAdParameters?

    public init(
        id: String? = nil, width: Int? = nil, height: Int? = nil, expandedWidth: Int? = nil, expandedHeight: Int? = nil,
        isScalable: Bool? = nil, maintainsAspectRatio: Bool? = nil, minimumDuration: Double? = nil, apiFramework: String? = nil,
        resources: [VASTResource] = [], clicks: VASTClicks = VASTClicks(), adParameters: VASTAdParameters? = nil
    ) {
        self.id = id
        self.width = width
        self.height = height
        self.expandedWidth = expandedWidth
        self.expandedHeight = expandedHeight
        self.isScalable = isScalable
        self.maintainsAspectRatio = maintainsAspectRatio
        self.minimumDuration = minimumDuration
        self.apiFramework = apiFramework
        self.resources = resources
        self.clicks = clicks
        self.adParameters = adParameters
    }
}
