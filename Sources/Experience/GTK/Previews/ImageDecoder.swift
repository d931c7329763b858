// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxMedia

/// Decodes image files (PNG, JPEG, TIFF) into pixels.
enum ImageDecoder {
    private static let maxPixels = 64 << 20

    /// Decodes outside the main actor; nil if it is not an image or has more pixels than allowed.
    @concurrent static func picture(of file: [UInt8]) async -> PooledPicture? {
        if let (width, height) = ImageHeader.size(of: file),
            width.multipliedReportingOverflow(by: height).overflow || width * height > maxPixels
        {
            return nil
        }
        let bytes = file.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(bytes) }
        guard let texture = gdk_texture_new_from_bytes(bytes, nil) else { return nil }
        defer { g_object_unref(texture.raw) }
        let size = PixelSize(width: Int(gdk_texture_get_width(texture)), height: Int(gdk_texture_get_height(texture)))
        return PicturePool(capacity: 0).picture(size) { memory, stride in
            gdk_texture_download(texture, memory.baseAddress?.assumingMemoryBound(to: UInt8.self), gsize(stride))
        }
    }
}

extension PooledPicture {
    /// A part of the picture, clipped to its bounds; nil if nothing remains.
    func part(_ part: PixelRectangle) -> PooledPicture? {
        let width = min(part.width, size.width - part.x)
        let height = min(part.height, size.height - part.y)
        guard width > 0, height > 0, part.x >= 0, part.y >= 0 else { return nil }
        return PicturePool(capacity: 0).picture(PixelSize(width: width, height: height)) { memory, stride in
            withUnsafeBytes { source in
                for row in 0..<height {
                    let from = UnsafeRawBufferPointer(rebasing: source[((part.y + row) * self.stride + part.x * 4)...].prefix(width * 4))
                    UnsafeMutableRawBufferPointer(rebasing: memory[(row * stride)...]).copyMemory(from: from)
                }
            }
        }
    }
}
