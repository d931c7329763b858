// SPDX-License-Identifier: Apache-2.0

/// A linear ad, which plays instead of the content (VAST 4.3, 3.8). In a wrapper it has only tracking, clicks, icons and interactive files.
public struct VASTLinear: Hashable, Sendable {
    /// Seconds.
    public var duration: Double?
    /// The duration as written, even if invalid.
    public var durationText: String?
    public var skipOffset: VASTOffset?
    public var skipOffsetText: String?
    public var adParameters: VASTAdParameters?
    public var mediaFiles: [VASTMediaFile] = []
    public var mezzanines: [VASTMediaFile] = []
    public var interactiveFiles: [VASTInteractiveFile] = []
    public var captions: [VASTCaptionFile] = []
    public var clicks = VASTClicks()
    public var icons: [VASTIcon] = []
    public var tracking: [VASTTracking] = []

    public init() {}
}

/// A media file to play or, for a mezzanine, to transcode (VAST 4.3, 3.9).
public struct VASTMediaFile: Hashable, Sendable {
    public var url: String
    public var id: String?
    /// `progressive` or `streaming`.
    public var delivery: String?
    public var type: String?
    /// Pixels; 0 for audio.
    public var width: Int?
    public var height: Int?
    /// RFC 4281 codec string, or another name in use.
    public var codec: String?
    /// kbit/s, constant or average.
    public var bitrate: Int?
    public var minimumBitrate: Int?
    public var maximumBitrate: Int?
    public var isScalable: Bool?
    public var maintainsAspectRatio: Bool?
    /// Bytes.
    public var fileSize: Int?
    /// `2D`, `3D`, `360` and such.
    public var mediaType: String?
    public var apiFramework: String?

    public init(url: String) { self.url = url }
}

/// An interactive creative that runs with the ad (VAST 4.3, 3.9.3).
public struct VASTInteractiveFile: Hashable, Sendable {
    /// The URL; from VAST 4.3 on also a `data:` URL.
    public var url: String
    public var type: String?
    /// `SIMID`.
    public var apiFramework: String?
    /// Whether it may change the ad's duration.
    public var hasVariableDuration: Bool?

    public init(url: String, type: String? = nil, apiFramework: String? = nil, hasVariableDuration: Bool? = nil) {
        self.url = url
        self.type = type
        self.apiFramework = apiFramework
        self.hasVariableDuration = hasVariableDuration
    }
}

/// A caption file of the ad (VAST 4.3, 3.9.4).
public struct VASTCaptionFile: Hashable, Sendable {
    public var url: String
    public var type: String?
    /// BCP 47 tag.
    public var language: String?

    public init(url: String, type: String? = nil, language: String? = nil) {
        self.url = url
        self.type = type
        self.language = language
    }
}

/// An icon over the ad, such as AdChoices (VAST 4.3, 3.11).
public struct VASTIcon: Hashable, Sendable {
    /// An image shown instead if the click-through URL cannot be opened.
    public struct FallbackImage: Hashable, Sendable {
        public var width: Int?
        public var height: Int?
        public var altText: String?
        public var resources: [VASTResource] = []

        public init(width: Int? = nil, height: Int? = nil, altText: String? = nil, resources: [VASTResource] = []) {
            self.width = width
            self.height = height
            self.altText = altText
            self.resources = resources
        }
    }

    public var program: String?
    public var width: Int?
    public var height: Int?
    /// `left`, `right` or pixels.
    public var xPosition: String?
    /// `top`, `bottom` or pixels.
    public var yPosition: String?
    /// Seconds.
    public var duration: Double?
    /// When it appears, in seconds from the start of the ad.
    public var offset: Double?
    public var apiFramework: String?
    public var pixelRatio: Double?
    public var altText: String?
    public var hoverText: String?
    public var resources: [VASTResource] = []
    public var clicks = VASTClicks()
    public var fallbackImages: [FallbackImage] = []
    public var viewTracking: [String] = []

    public init(
        program: String? = nil, width: Int? = nil, height: Int? = nil, xPosition: String? = nil, yPosition: String? = nil,
        duration: Double? = nil, offset: Double? = nil, apiFramework: String? = nil, pixelRatio: Double? = nil, altText: String? = nil,
        hoverText: String? = nil, resources: [VASTResource] = [], clicks: VASTClicks = VASTClicks(),
        fallbackImages: [FallbackImage] = [], viewTracking: [String] = []
    ) {
        self.program = program
        self.width = width
        self.height = height
        self.xPosition = xPosition
        self.yPosition = yPosition
        self.duration = duration
        self.offset = offset
        self.apiFramework = apiFramework
        self.pixelRatio = pixelRatio
        self.altText = altText
        self.hoverText = hoverText
        self.resources = resources
        self.clicks = clicks
        self.fallbackImages = fallbackImages
        self.viewTracking = viewTracking
    }
}
