// SPDX-License-Identifier: Apache-2.0

/// Companion ads, shown next to the player (VAST 4.3, 3.13).
public struct VASTCompanionAds: Hashable, Sendable {
    /// Which must be shown: `all`, `any` or `none`; nil means none.
    public var required: String?
    /// The companions in document order.
    public var companions: [VASTCompanion] = []

    public init(required: String? = nil, companions: [VASTCompanion] = []) {
        self.required = required
        self.companions = companions
    }
}

/// A companion ad, shown beside the video (VAST 4.3, 3.13).
public struct VASTCompanion: Hashable, Sendable {
    /// The ad server's identifier; nil if not stated.
    public var id: String?
    /// The slot size in pixels.
    public var width: Int?
    /// See ``width``.
    public var height: Int?
    /// The asset size in pixels.
    public var assetWidth: Int?
    /// See ``assetWidth``.
    public var assetHeight: Int?
    /// The largest width in pixels if it can expand; nil if not stated.
    public var expandedWidth: Int?
    /// The largest height in pixels if it can expand; nil if not stated.
    public var expandedHeight: Int?
    /// The interface that its resource needs; nil for none.
    public var apiFramework: String?
    /// The slot on the page that it was made for; nil for any.
    public var adSlotID: String?
    /// The device pixels per pixel that it was made for; nil means 1.
    public var pixelRatio: Double?
    /// The attribute as written.
    public var pixelRatioText: String?
    /// `default`, `end-card` or `concurrent`.
    public var renderingMode: String?
    /// Read by screen readers in place of the image; nil if there is none.
    public var altText: String?
    /// What is shown: alternatives, of which one is chosen.
    public var resources: [VASTResource] = []
    /// The page that a click opens, and URLs to request.
    public var clicks = VASTClicks()
    /// Data for an interactive companion; nil for none.
    public var adParameters: VASTAdParameters?
    /// URLs to request, such as for `creativeView`.
    public var tracking: [VASTTracking] = []
    /// Proprietary elements of the ad server.
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
    /// The overlays in document order.
    public var nonLinears: [VASTNonLinear] = []
    /// Tracking for all of them.
    public var tracking: [VASTTracking] = []

    public init(nonLinears: [VASTNonLinear] = [], tracking: [VASTTracking] = []) {
        self.nonLinears = nonLinears
        self.tracking = tracking
    }
}

/// An overlay over the content (VAST 4.3, 3.12).
public struct VASTNonLinear: Hashable, Sendable {
    /// The ad server's identifier; nil if not stated.
    public var id: String?
    /// Pixels; nil if not stated.
    public var width: Int?
    /// Pixels; nil if not stated.
    public var height: Int?
    /// The largest width in pixels if it can expand; nil if not stated.
    public var expandedWidth: Int?
    /// The largest height in pixels if it can expand; nil if not stated.
    public var expandedHeight: Int?
    /// Whether it may be scaled; nil if not stated.
    public var isScalable: Bool?
    /// Whether scaling has to keep its shape; nil if not stated.
    public var maintainsAspectRatio: Bool?
    /// Seconds.
    public var minimumDuration: Double?
    /// The interface that its resource needs; nil for none.
    public var apiFramework: String?
    /// What is shown: alternatives, of which one is chosen.
    public var resources: [VASTResource] = []
    /// The page that a click opens, and URLs to request.
    public var clicks = VASTClicks()
    /// Data for an interactive overlay; nil for none.
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
