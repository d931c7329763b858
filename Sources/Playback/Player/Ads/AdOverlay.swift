// SPDX-License-Identifier: Apache-2.0

/// An ad image over the content, which continues to play.
public struct AdOverlay: Hashable, Sendable {
    /// Identifies the overlay; the same overlay keeps its ID.
    public var id: String
    /// URL of the image.
    public var image: String
    /// Width of the image in pixels.
    public var width: Int
    /// Height of the image in pixels.
    public var height: Int
    /// Whether a click opens a page.
    public var isClickable: Bool

    public init(id: String, image: String, width: Int, height: Int, isClickable: Bool = false) {
        self.id = id
        self.image = image
        self.width = width
        self.height = height
        self.isClickable = isClickable
    }
}
