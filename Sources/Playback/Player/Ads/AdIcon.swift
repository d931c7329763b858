// SPDX-License-Identifier: Apache-2.0

/// A small image over an ad, such as the logo of an advertising programme.
public struct AdIcon: Hashable, Sendable {
    /// The position of an icon along one axis of the ad's video.
    public enum Coordinate: Hashable, Sendable {
        /// From the left or the top.
        case pixels(Int)
        /// At the right or the bottom.
        case end

        /// Pixels from the left or the top, kept inside the video.
        ///
        /// - Parameter available: the size of the video minus the size of the icon, in pixels.
        public func offset(in available: Double) -> Double {
            switch self {
            case .pixels(let pixels): min(max(0, Double(pixels)), max(0, available))
            case .end: max(0, available)
            }
        }
    }

    /// The ID of the ad within its break.
    public var ad: String
    /// The icon's index within the ad.
    public var index: Int
    /// Width of the image in pixels.
    public var width: Int
    /// Height of the image in pixels.
    public var height: Int
    /// The position of its left edge in the ad's video, or ``Coordinate/end`` for the right side.
    public var x: Coordinate
    /// The position of its top edge in the ad's video, or ``Coordinate/end`` for the bottom.
    public var y: Coordinate
    /// URL of the image.
    public var image: String
    /// Read by screen readers in place of the image; nil if the ad has none.
    public var alternativeText: String?
    /// Whether a click opens a page.
    public var isClickable: Bool

    public init(
        ad: String, index: Int, width: Int, height: Int, x: Coordinate, y: Coordinate, image: String, alternativeText: String? = nil,
        isClickable: Bool = false
    ) {
        self.ad = ad
        self.index = index
        self.width = width
        self.height = height
        self.x = x
        self.y = y
        self.image = image
        self.alternativeText = alternativeText
        self.isClickable = isClickable
    }
}
