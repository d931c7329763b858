// SPDX-License-Identifier: Apache-2.0

import CGTK
public import WindowboxMedia

/// Image files of strangers, as pictures no larger than they are shown.
public enum ImageFile {
    /// Pixels of a file that is decoded at all: more would take memory that nobody sees.
    static let mostPixels = 64_000_000

    /// Decodes a file outside of the main actor, made smaller so that it just covers a size; it is never enlarged.
    ///
    /// - Parameters:
    ///   - file: PNG, JPEG, GIF (its first picture) or whatever else the system can read.
    ///   - size: pixels of the screen.
    /// - Returns: nil when it is no image, or one of an absurd size.
    @concurrent public static func picture(of file: [UInt8], covering size: PixelSize) async -> PooledPicture? {
        guard !file.isEmpty, let loader = gdk_pixbuf_loader_new() else { return nil }
        defer { g_object_unref(loader.raw) }
        let wish = Wish(size)
        let data = Unmanaged.passRetained(wish)
        defer { data.release() }
        let prepared: @convention(c) (UnsafeMutableRawPointer?, Int32, Int32, UnsafeMutableRawPointer?) -> Void = {
            loader, width, height, data in
            let wish = Unmanaged<Wish>.fromOpaque(data!).takeUnretainedValue()
            let (width, height) = wish.fitted(width: Int(width), height: Int(height))
            gdk_pixbuf_loader_set_size(loader!.raw.assumingMemoryBound(to: GdkPixbufLoader.self), Int32(width), Int32(height))
        }
        g_signal_connect_data(
            loader.raw, "size-prepared", unsafeBitCast(prepared, to: GCallback.self), data.toOpaque(), nil, GConnectFlags(rawValue: 0))
        let isWritten = gdk_pixbuf_loader_write(loader, file, gsize(file.count), nil) != 0
        // It has to be closed whatever came before.
        let isClosed = gdk_pixbuf_loader_close(loader, nil) != 0
        guard isWritten, isClosed, let pixels = gdk_pixbuf_loader_get_pixbuf(loader) else { return nil }
        return converted(pixels)
    }

    private final class Wish: Sendable {
        let size: PixelSize
        init(_ size: PixelSize) { self.size = size }

        /// Zero refuses the file.
        func fitted(width: Int, height: Int) -> (Int, Int) {
            guard width > 0, height > 0, width <= mostPixels / height else { return (0, 0) }
            let scale = min(1, max(Double(size.width) / Double(width), Double(size.height) / Double(height)))
            return (max(1, Int((Double(width) * scale).rounded())), max(1, Int((Double(height) * scale).rounded())))
        }
    }

    private static func converted(_ pixels: OpaquePointer) -> PooledPicture? {
        let size = PixelSize(width: Int(gdk_pixbuf_get_width(pixels)), height: Int(gdk_pixbuf_get_height(pixels)))
        let (channels, rowBytes) = (Int(gdk_pixbuf_get_n_channels(pixels)), Int(gdk_pixbuf_get_rowstride(pixels)))
        guard gdk_pixbuf_get_bits_per_sample(pixels) == 8, channels == 3 || channels == 4, let source = gdk_pixbuf_read_pixels(pixels)
        else {
            return nil
        }
        return PicturePool(capacity: 0).picture(size) { memory, stride in
            for row in 0..<size.height {
                let from = source + row * rowBytes
                for column in 0..<size.width {
                    let pixel = from + column * channels
                    // What is transparent shows black, as pictures have no transparency.
                    let opacity = channels == 4 ? UInt32(pixel[3]) : 255
                    func part(_ value: UInt8) -> UInt32 { (UInt32(value) * opacity + 127) / 255 }
                    let color = 0xFF00_0000 | part(pixel[0]) << 16 | part(pixel[1]) << 8 | part(pixel[2])
                    memory.storeBytes(of: color, toByteOffset: row * stride + column * 4, as: UInt32.self)
                }
            }
        }
    }
}
