// SPDX-License-Identifier: Apache-2.0

/// A picture of an ad over the content, which plays on.
public struct AdOverlay: Hashable, Sendable {
    /// The same for the same one.
    public var id: String
    /// The address of the picture.
    public var image: String
    /// In pixels.
    public var width: Int
    public var height: Int
    /// Whether it leads anywhere.
    public var isClickable: Bool

    public init(id: String, image: String, width: Int, height: Int, isClickable: Bool = false) {
        self.id = id
        self.image = image
        self.width = width
        self.height = height
        self.isClickable = isClickable
    }
}
