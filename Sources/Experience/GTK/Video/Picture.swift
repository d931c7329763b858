// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// An image that is ready for display.
///
/// Its pixels must neither change nor move while the object exists: drawing reads them in place.
public protocol Picture: AnyObject, Sendable {
    /// In pixels as stored, before ``pixelAspectRatio`` is applied.
    var size: PixelSize { get }
    /// Bytes per row; a multiple of four.
    var stride: Int { get }
    /// Pixel width divided by pixel height.
    var pixelAspectRatio: Double { get }
    /// The transformation that turns it upright.
    var orientation: DisplayOrientation { get }

    /// Four bytes per pixel in the order blue, green, red, unused; `stride` bytes per row.
    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
}

extension Picture {
    public var pixelAspectRatio: Double { 1 }
    public var orientation: DisplayOrientation { .upright }

    /// Displayed width divided by height; zero if there is nothing to show.
    public var displayAspectRatio: Double {
        guard size.width > 0, size.height > 0, pixelAspectRatio > 0 else { return 0 }
        let ratio = Double(size.width) * pixelAspectRatio / Double(size.height)
        return orientation.isSideways ? 1 / ratio : ratio
    }
}
