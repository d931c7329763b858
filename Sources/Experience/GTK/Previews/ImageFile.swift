// SPDX-License-Identifier: Apache-2.0

import CGTK
public import WindowboxMedia

/// Decodes untrusted image files, no larger than needed for display.
public enum ImageFile {
    /// Maximum number of pixels that are decoded, to limit memory use.
    static let maxPixels = 64_000_000

    /// Decodes a file outside the main actor, scaled down to just cover a size; never enlarged.
    ///
    /// - Parameters:
    ///   - file: PNG, JPEG, GIF or any other format that the system can read; the first frame of an animation.
    ///   - size: in device pixels.
    /// - Returns: nil if it is not an image, or too large.
    @concurrent public static func picture(of file: [UInt8], covering size: PixelSize) async -> PooledPicture? {
        guard let loader = loaded(file, covering: size) else { return nil }
        defer { g_object_unref(loader.raw) }
        return gdk_pixbuf_loader_get_pixbuf(loader).flatMap(converted)
    }

    /// The frames of an animated GIF, reduced in size and number to fit in ``AnimationBudget/bytes``.
    ///
    /// - Returns: nil if it isn't animated.
    @concurrent static func loop(of file: [UInt8], covering size: PixelSize) async -> PictureLoop? {
        let count = GIFFile.pictures(in: file, limit: AnimationBudget.maxPictures)
        guard count > 1 else { return nil }
        let budget = AnimationBudget(pictures: count, size: size)
        func scaled(_ length: Int) -> Int { max(1, Int(Double(length) * budget.scale)) }
        let small = PixelSize(width: scaled(size.width), height: scaled(size.height))
        guard let loader = loaded(file, covering: small) else { return nil }
        defer { g_object_unref(loader.raw) }
        guard let animation = gdk_pixbuf_loader_get_animation(loader), gdk_pixbuf_animation_is_static_image(animation) == 0 else {
            return nil
        }
        guard let pictures = cgtk_animation_begin(animation) else { return nil }
        defer { g_object_unref(pictures.raw) }
        var parts: [PictureLoop.Part] = []
        var (bytes, time) = (0, 0)
        for index in 0..<count {
            // A frame without an end is shown for 2 seconds.
            let delay = gdk_pixbuf_animation_iter_get_delay_time(pictures)
            let milliseconds = delay < 0 ? 2000 : min(max(Int(delay), 20), 10_000)
            let isLate = (parts.last?.seconds ?? .infinity) >= AnimationBudget.minSeconds
            if isLate, index % budget.step == 0 || parts.isEmpty, bytes < AnimationBudget.bytes,
                let picture = gdk_pixbuf_animation_iter_get_pixbuf(pictures).flatMap(converted)
            {
                parts.append(.init(picture, seconds: Double(milliseconds) / 1000))
                bytes += picture.stride * picture.size.height
            } else if let last = parts.popLast() {
                parts.append(.init(last.picture, seconds: last.seconds + Double(milliseconds) / 1000))
            }
            time += milliseconds
            cgtk_animation_go(pictures, gint64(time))
        }
        return PictureLoop(parts)
    }

    /// The animation if there is one, otherwise the still image.
    @concurrent public static func poster(of file: [UInt8], covering size: PixelSize) async -> (any Picture)? {
        if let loop = await loop(of: file, covering: size) { return loop }
        return await picture(of: file, covering: size)
    }

    /// A loader that has read the complete file.
    private static func loaded(_ file: [UInt8], covering size: PixelSize) -> UnsafeMutablePointer<GdkPixbufLoader>? {
        guard !file.isEmpty, let loader = gdk_pixbuf_loader_new() else { return nil }
        let target = TargetSize(size)
        let data = Unmanaged.passRetained(target)
        defer { data.release() }
        let prepared: @convention(c) (UnsafeMutableRawPointer?, Int32, Int32, UnsafeMutableRawPointer?) -> Void = {
            loader, width, height, data in
            let target = Unmanaged<TargetSize>.fromOpaque(data!).takeUnretainedValue()
            let (width, height) = target.fitted(width: Int(width), height: Int(height))
            gdk_pixbuf_loader_set_size(loader!.raw.assumingMemoryBound(to: GdkPixbufLoader.self), Int32(width), Int32(height))
        }
        g_signal_connect_data(
            loader.raw, "size-prepared", unsafeBitCast(prepared, to: GCallback.self), data.toOpaque(), nil, GConnectFlags(rawValue: 0))
        let isWritten = gdk_pixbuf_loader_write(loader, file, gsize(file.count), nil) != 0
        // The loader must be closed even after an error.
        let isClosed = gdk_pixbuf_loader_close(loader, nil) != 0
        if isWritten, isClosed { return loader }
        g_object_unref(loader.raw)
        return nil
    }

    private final class TargetSize: Sendable {
        let size: PixelSize
        init(_ size: PixelSize) { self.size = size }

        /// Zero rejects the file.
        func fitted(width: Int, height: Int) -> (Int, Int) {
            guard width > 0, height > 0, width <= maxPixels / height else { return (0, 0) }
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
                    // Blend with black, because the result has no alpha channel.
                    let opacity = channels == 4 ? UInt32(pixel[3]) : 255
                    func part(_ value: UInt8) -> UInt32 { (UInt32(value) * opacity + 127) / 255 }
                    let color = 0xFF00_0000 | part(pixel[0]) << 16 | part(pixel[1]) << 8 | part(pixel[2])
                    memory.storeBytes(of: color, toByteOffset: row * stride + column * 4, as: UInt32.self)
                }
            }
        }
    }
}
