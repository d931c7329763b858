// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// The layout of thumbnails in an image (EXT-X-TILES of the image playlist extension).
public struct Tiles: Hashable, Sendable {
    /// The size of a thumbnail in pixels.
    public var size: PixelSize
    /// Thumbnails per row of the image.
    public var columns: Int
    /// Rows of the image.
    public var rows: Int
    /// Seconds that each thumbnail covers.
    public var duration: Double

    public init(size: PixelSize, columns: Int, rows: Int, duration: Double) {
        self.size = size
        self.columns = columns
        self.rows = rows
        self.duration = duration
    }
}
