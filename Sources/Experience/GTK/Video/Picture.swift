// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// A picture that is ready to be shown.
///
/// Its pixels neither change nor move while the object lives: they are drawn from where they are.
public protocol Picture: AnyObject, Sendable {
    var size: PixelSize { get }
    /// Bytes from row to row; a multiple of four.
    var stride: Int { get }
    /// Width of a pixel over its height.
    var pixelAspectRatio: Double { get }
    /// How it is brought upright.
    var orientation: DisplayOrientation { get }

    /// Four bytes a pixel, in the order blue, green, red and one that is ignored; `stride` bytes a row.
    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
}

extension Picture {
    public var pixelAspectRatio: Double { 1 }
    public var orientation: DisplayOrientation { .upright }

    /// The width over the height that it has on screen; zero when there is nothing to see.
    public var displayAspectRatio: Double {
        guard size.width > 0, size.height > 0, pixelAspectRatio > 0 else { return 0 }
        let ratio = Double(size.width) * pixelAspectRatio / Double(size.height)
        return orientation.isSideways ? 1 / ratio : ratio
    }
}
