// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxMedia

/// A decoded bitmap caption, or the image that captions are drawn on: premultiplied BGRA.
package final class CaptionBitmap {
    let surface: OpaquePointer
    private let library: CairoLibrary
    package let width: Int
    package let height: Int

    /// Larger images are rejected.
    private static let maxPixels = 1 << 25

    /// nil if the caption has no PNG, or it can't be read.
    convenience init?(_ image: CaptionImage, _ library: CairoLibrary) { self.init(png: image.bytes, library) }

    /// Transparent; nil if it is too large or out of memory.
    /// - Parameter isOpaque: has no alpha channel.
    init?(width: Int, height: Int, isOpaque: Bool = false, _ library: CairoLibrary) {
        guard width > 0, height > 0, width <= Self.maxPixels, height <= Self.maxPixels / width,
            let surface = library.surfaces.createSurface(isOpaque ? Self.rgb : Self.argb, Int32(width), Int32(height))
        else { return nil }
        guard library.surfaces.surfaceStatus(surface) == 0 else {
            library.surfaces.destroySurface(surface)
            return nil
        }
        (self.surface, self.library, self.width, self.height) = (surface, library, width, height)
    }

    /// CAIRO_FORMAT_ARGB32
    private static let argb: Int32 = 0
    /// CAIRO_FORMAT_RGB24
    private static let rgb: Int32 = 1

    /// nil if the file isn't a PNG, is damaged, or too large.
    /// - Parameter staysOpaque: an image without an alpha channel doesn't get one.
    convenience init?(png: [UInt8], staysOpaque: Bool = false, _ library: CairoLibrary) {
        guard let size = CaptionImage(bytes: png).size, size.width * size.height <= Self.maxPixels,
            let source = Self.surface(of: png, library)
        else { return nil }
        defer { library.surfaces.destroySurface(source) }
        // Files without an alpha channel, or with 16 bits, have other formats.
        let isOpaque = staysOpaque && library.surfaces.surfaceFormat(source) == Self.rgb
        self.init(width: size.width, height: size.height, isOpaque: isOpaque, library)
        guard let cairo = library.drawing.create(surface) else { return nil }
        library.drawing.setSurface(cairo, source, 0, 0)
        library.drawing.paint(cairo)
        library.drawing.destroy(cairo)
        library.surfaces.flushSurface(surface)
    }

    deinit { library.surfaces.destroySurface(surface) }

    private static func surface(of png: [UInt8], _ library: CairoLibrary) -> OpaquePointer? {
        png.withUnsafeBytes { bytes in
            var rest = UnsafeRawBufferPointer(rebasing: bytes[...])
            let surface = withUnsafeMutablePointer(to: &rest) { rest in
                library.surfaces.surfaceFromPNG(
                    { source, target, count in
                        guard let source = source?.assumingMemoryBound(to: UnsafeRawBufferPointer.self), let target,
                            source.pointee.count >= Int(count)
                        else { return 10 }  // CAIRO_STATUS_READ_ERROR
                        UnsafeMutableRawPointer(target).copyMemory(from: source.pointee.baseAddress!, byteCount: Int(count))
                        source.pointee = UnsafeRawBufferPointer(rebasing: source.pointee[Int(count)...])
                        return 0
                    }, rest)
            }
            guard let surface else { return nil }
            guard library.surfaces.surfaceStatus(surface) == 0 else {
                library.surfaces.destroySurface(surface)
                return nil
            }
            return surface
        }
    }

    /// The rows of pixels, `stride` bytes apart.
    package func withPixels<Result>(_ body: (_ pixels: UnsafeMutableRawBufferPointer, _ stride: Int) -> Result) -> Result {
        library.surfaces.flushSurface(surface)
        let stride = Int(library.surfaces.surfaceStride(surface))
        defer { library.surfaces.markSurface(surface) }
        return body(UnsafeMutableRawBufferPointer(start: library.surfaces.surfaceData(surface), count: stride * height), stride)
    }

    /// As a PNG file.
    package func png() throws(CaptionDrawingError) -> [UInt8] {
        var file = [UInt8]()
        let status = withUnsafeMutablePointer(to: &file) { file in
            library.surfaces.writePNG(
                surface,
                { file, bytes, count in
                    file?.assumingMemoryBound(to: [UInt8].self).pointee.append(
                        contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
                    return 0
                }, file)
        }
        guard status == 0 else { throw .unwritable }
        return file
    }
}
