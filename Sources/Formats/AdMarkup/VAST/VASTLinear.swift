// SPDX-License-Identifier: Apache-2.0

/// A linear ad, which plays instead of the content (VAST 4.3, 3.8). In a wrapper it has only tracking, clicks, icons and interactive files.
public struct VASTLinear: Hashable, Sendable {
    /// Seconds.
    public var duration: Double?
    /// The duration as written, even if invalid.
    public var durationText: String?
    /// When it can be skipped; nil if never.
    public var skipOffset: VASTOffset?
    /// The skip offset as written, even if invalid.
    public var skipOffsetText: String?
    /// Data for an interactive creative; nil for none.
    public var adParameters: VASTAdParameters?
    /// Files to play: alternatives, of which one is chosen.
    public var mediaFiles: [VASTMediaFile] = []
    /// Files of high quality, from which others may be made.
    public var mezzanines: [VASTMediaFile] = []
    /// Interactive creatives that run with the ad.
    public var interactiveFiles: [VASTInteractiveFile] = []
    /// Captions of the ad, in several languages and formats.
    public var captions: [VASTCaptionFile] = []
    /// The page that a click opens, and URLs to request.
    public var clicks = VASTClicks()
    /// Icons over the ad, such as of an advertising programme.
    public var icons: [VASTIcon] = []
    /// URLs to request for events of playback.
    public var tracking: [VASTTracking] = []

    public init() {}
}

/// A media file to play or, for a mezzanine, to transcode (VAST 4.3, 3.9).
public struct VASTMediaFile: Hashable, Sendable {
    /// The URL of the file or playlist.
    public var url: String
    /// The ad server's identifier; nil if not stated.
    public var id: String?
    /// `progressive` or `streaming`.
    public var delivery: String?
    /// The media type, such as `video/mp4`.
    public var type: String?
    /// Pixels; 0 for audio.
    public var width: Int?
    /// See ``width``.
    public var height: Int?
    /// RFC 4281 codec string, or another name in use.
    public var codec: String?
    /// kbit/s, constant or average.
    public var bitrate: Int?
    /// kbit/s; nil if not stated.
    public var minimumBitrate: Int?
    /// kbit/s; nil if not stated.
    public var maximumBitrate: Int?
    /// Whether it may be scaled; nil if not stated.
    public var isScalable: Bool?
    /// Whether scaling has to keep its shape; nil if not stated.
    public var maintainsAspectRatio: Bool?
    /// Bytes.
    public var fileSize: Int?
    /// `2D`, `3D`, `360` and such.
    public var mediaType: String?
    /// The interface that the file needs, such as `VPAID`; nil for none.
    public var apiFramework: String?

    /// - Parameter url: the URL of the file or playlist.
    public init(url: String) { self.url = url }
}

/// An interactive creative that runs with the ad (VAST 4.3, 3.9.3).
public struct VASTInteractiveFile: Hashable, Sendable {
    /// The URL; from VAST 4.3 on also a `data:` URL.
    public var url: String
    /// The media type, such as `text/html`.
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
    /// The URL of the file.
    public var url: String
    /// The media type, such as `text/vtt`.
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
        /// Pixels; nil if not stated.
        public var width: Int?
        /// Pixels; nil if not stated.
        public var height: Int?
        /// Read by screen readers in place of the image; nil if there is none.
        public var altText: String?
        /// The image in several forms; one is chosen.
        public var resources: [VASTResource] = []

        public init(width: Int? = nil, height: Int? = nil, altText: String? = nil, resources: [VASTResource] = []) {
            self.width = width
            self.height = height
            self.altText = altText
            self.resources = resources
        }
    }

    /// The advertising programme, such as `AdChoices`. Only one icon per programme is shown.
    public var program: String?
    /// Pixels; nil if not stated.
    public var width: Int?
    /// Pixels; nil if not stated.
    public var height: Int?
    /// `left`, `right` or pixels.
    public var xPosition: String?
    /// `top`, `bottom` or pixels.
    public var yPosition: String?
    /// Seconds.
    public var duration: Double?
    /// When it appears, in seconds from the start of the ad.
    public var offset: Double?
    /// The interface that its resource needs; nil for none.
    public var apiFramework: String?
    /// The device pixels per pixel that it was made for; nil means 1.
    public var pixelRatio: Double?
    /// Read by screen readers in place of the image; nil if there is none.
    public var altText: String?
    /// Shown when the pointer is over the icon; nil for none.
    public var hoverText: String?
    /// The icon in several forms; one is chosen.
    public var resources: [VASTResource] = []
    /// The page that a click opens, and URLs to request.
    public var clicks = VASTClicks()
    /// Images shown instead if the page can't be opened.
    public var fallbackImages: [FallbackImage] = []
    /// URLs to request when the icon is shown.
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
