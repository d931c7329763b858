// SPDX-License-Identifier: Apache-2.0

/// An ad image shown instead of the content, which waits until the card is closed.
public struct AdCard: Hashable, Sendable {
    /// What the card is shown for.
    public enum Kind: Hashable, Sendable {
        /// The end card of an ad, shown after its video.
        case ending
        /// The explanation of an ad icon whose page can't be opened.
        case explanation
    }

    /// Identifies the card; the same card keeps its ID.
    public var id: String
    /// Decides how the card is introduced: as the end of an ad, or as the explanation of an icon.
    public var kind: Kind
    /// URL of the image.
    public var image: String
    /// Width of the image in pixels.
    public var width: Int
    /// Height of the image in pixels.
    public var height: Int
    /// Read by screen readers in place of the image; nil if the ad has none.
    public var alternativeText: String?
    /// Whether a click opens a page.
    public var isClickable: Bool

    public init(
        id: String, kind: Kind, image: String, width: Int, height: Int, alternativeText: String? = nil, isClickable: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.image = image
        self.width = width
        self.height = height
        self.alternativeText = alternativeText
        self.isClickable = isClickable
    }
}
