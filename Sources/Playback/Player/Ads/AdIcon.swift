// SPDX-License-Identifier: Apache-2.0

/// A small picture over an ad, such as the mark of an advertising programme.
public struct AdIcon: Hashable, Sendable {
    /// Where it stands along one axis of the ad's picture.
    public enum Place: Hashable, Sendable {
        /// From the left or the top.
        case pixels(Int)
        /// At the right or the bottom.
        case end

        /// Pixels from the left or the top; beyond the picture it is at its edge.
        ///
        /// - Parameter room: what the icon leaves free of the picture, in pixels.
        public func offset(in room: Double) -> Double {
            switch self {
            case .pixels(let pixels): min(max(0, Double(pixels)), max(0, room))
            case .end: max(0, room)
            }
        }
    }

    /// Names the ad in its break.
    public var ad: String
    /// Which of the ad's.
    public var index: Int
    /// In pixels.
    public var width: Int
    public var height: Int
    public var x: Place
    public var y: Place
    /// The address of the picture.
    public var image: String
    public var alternativeText: String?
    /// Whether it leads anywhere.
    public var isClickable: Bool

    public init(
        ad: String, index: Int, width: Int, height: Int, x: Place, y: Place, image: String, alternativeText: String? = nil,
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
