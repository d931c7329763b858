// SPDX-License-Identifier: Apache-2.0

/// An image icon as services send it to players: a flat JSON object.
public struct AdIconPicture: Hashable, Sendable, Codable {
    /// The advertising programme, such as `AdChoices`; nil if unknown.
    public var program: String?
    /// Pixels.
    public var width: Int?
    /// Pixels.
    public var height: Int?
    /// As in ``VASTIcon``.
    public var xPosition: String?
    /// See ``xPosition``.
    public var yPosition: String?
    /// Seconds.
    public var offset: Double?
    /// Seconds; nil shows it until the end of the ad.
    public var duration: Double?
    /// Read by screen readers in place of the image; nil if there is none.
    public var altText: String?
    /// The URL of the image.
    public var staticResource: String
    /// The media type.
    public var creativeType: String?
    /// The URL of the page that a click opens; nil for none.
    public var clickThrough: String?
    /// URLs to request when the icon is clicked.
    public var clickTracking: [String]
    /// URLs to request when the icon is shown.
    public var viewTracking: [String]
    /// Images shown if the click-through page cannot be opened; nil if there are none.
    public var fallbackImages: [Fallback]?

    /// An image shown if the page can't be opened.
    public struct Fallback: Hashable, Sendable, Codable {
        /// Pixels.
        public var width: Int?
        /// Pixels.
        public var height: Int?
        /// Read by screen readers in place of the image; nil if there is none.
        public var altText: String?
        /// The URL of the image.
        public var staticResource: String

        public init(width: Int?, height: Int?, altText: String?, staticResource: String) {
            self.width = width
            self.height = height
            self.altText = altText
            self.staticResource = staticResource
        }
    }

    /// nil if the icon has no image, or runs code.
    public init?(_ icon: VASTIcon) {
        guard let (url, type) = icon.resources.picture, icon.apiFramework == nil else { return nil }
        (staticResource, creativeType) = (url, type)
        program = icon.program
        (width, height) = (icon.width, icon.height)
        (xPosition, yPosition) = (icon.xPosition, icon.yPosition)
        (offset, duration) = (icon.offset, icon.duration)
        altText = icon.altText ?? icon.hoverText
        clickThrough = icon.clicks.through?.url
        clickTracking = icon.clicks.tracking.map(\.url)
        viewTracking = icon.viewTracking
        let fallbacks = icon.fallbackImages.compactMap { image in
            image.resources.picture.map {
                Fallback(width: image.width, height: image.height, altText: image.altText, staticResource: $0.url)
            }
        }
        fallbackImages = fallbacks.isEmpty ? nil : fallbacks
    }

    /// Creates an icon from an image alone.
    /// - Parameter staticResource: the URL of the image.
    public init(staticResource: String) {
        self.staticResource = staticResource
        (clickTracking, viewTracking) = ([], [])
    }

    /// The same icon, as an element of an ad.
    public var icon: VASTIcon {
        var icon = VASTIcon(
            program: program, width: width, height: height, xPosition: xPosition, yPosition: yPosition, duration: duration, offset: offset,
            altText: altText, resources: [.fixed(url: staticResource, creativeType: creativeType)], viewTracking: viewTracking)
        icon.clicks.through = clickThrough.map { VASTLink(url: $0) }
        icon.clicks.tracking = clickTracking.map { VASTLink(url: $0) }
        icon.fallbackImages = (fallbackImages ?? []).map {
            VASTIcon.FallbackImage(
                width: $0.width, height: $0.height, altText: $0.altText,
                resources: [.fixed(url: $0.staticResource, creativeType: nil)])
        }
        return icon
    }
}
