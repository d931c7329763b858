// SPDX-License-Identifier: Apache-2.0

/// An icon that is a picture, as services tell players of it: flat, to be written as JSON.
public struct AdIconPicture: Hashable, Sendable, Codable {
    public var program: String?
    /// In pixels.
    public var width: Int?
    public var height: Int?
    /// As in ``VASTIcon``.
    public var xPosition: String?
    public var yPosition: String?
    /// In seconds.
    public var offset: Double?
    public var duration: Double?
    public var altText: String?
    public var staticResource: String
    /// Its media type.
    public var creativeType: String?
    public var clickThrough: String?
    public var clickTracking: [String]
    public var viewTracking: [String]
    /// What is shown where its page can't be opened; nil for none.
    public var fallbackImages: [Fallback]?

    public struct Fallback: Hashable, Sendable, Codable {
        /// In pixels.
        public var width: Int?
        public var height: Int?
        public var altText: String?
        public var staticResource: String

        public init(width: Int?, height: Int?, altText: String?, staticResource: String) {
            self.width = width
            self.height = height
            self.altText = altText
            self.staticResource = staticResource
        }
    }

    /// Nil for what is no picture, or runs code.
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

    public init(staticResource: String) {
        self.staticResource = staticResource
        (clickTracking, viewTracking) = ([], [])
    }

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
