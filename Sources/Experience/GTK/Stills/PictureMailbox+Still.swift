// SPDX-License-Identifier: Apache-2.0

import CGTK
public import WindowboxMedia

extension PictureMailbox {
    /// Size in pixels of the current frame; nil if there is none.
    @MainActor public var pictureSize: PixelSize? {
        let watcher = watch {}
        defer { unwatch(watcher) }
        return take(for: watcher).picture?.size
    }

    /// The current frame; nil if there is none.
    @MainActor public var picture: (any Picture)? {
        let watcher = watch {}
        defer { unwatch(watcher) }
        return take(for: watcher).picture
    }

    /// Width divided by height of the current frame as displayed; nil if there is none.
    @MainActor public var displayAspectRatio: Double? {
        let watcher = watch {}
        defer { unwatch(watcher) }
        return take(for: watcher).picture?.displayAspectRatio
    }

    /// The current frame as PNG data.
    /// - Parameter width: maximum width in pixels; the frame is never enlarged.
    /// - Returns: nil if there is none.
    @MainActor public func still(width: Int) -> [UInt8]? {
        let watcher = watch {}
        defer { unwatch(watcher) }
        return take(for: watcher).picture.flatMap { Still.png(of: $0, width: width) }
    }
}

/// Thumbnails for lists, as PNG data.
@MainActor public enum Still {
    /// - Parameters:
    ///   - file: data of a PNG, JPEG or other image file.
    ///   - width: maximum width in pixels; the image is never enlarged.
    /// - Returns: nil if the file is not an image, or too large.
    public static func png(ofFile file: [UInt8], width: Int) async -> [UInt8]? {
        await ImageDecoder.picture(of: file).flatMap { png(of: $0, width: width) }
    }

    static func png(of picture: any Picture, width: Int) -> [UInt8]? {
        guard let image = PictureImage(picture, path: .software) else { return nil }
        let ratio = picture.displayAspectRatio
        let natural = picture.orientation.isSideways ? picture.size.height : picture.size.width
        let width = max(1, min(width, natural))
        let height = max(1, Int((Double(width) / ratio).rounded()))
        let owner = Label()
        let snapshot = gtk_snapshot_new()!
        image.draw(
            on: Canvas(snapshot: snapshot.raw.opaque, owner: owner.widget),
            in: Rectangle(x: 0, y: 0, width: Double(width), height: Double(height)), smoothly: true)
        guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
        defer { gsk_render_node_unref(node) }
        let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
        defer { cairo_surface_destroy(surface) }
        let context = cairo_create(surface)
        gsk_render_node_draw(node, context)
        cairo_destroy(context)
        return PNG.bytes(of: surface!)
    }
}

@MainActor private enum PNG {
    final class Bytes {
        var bytes: [UInt8] = []
    }

    static func bytes(of surface: OpaquePointer) -> [UInt8]? {
        let bytes = Bytes()
        let status = cairo_surface_write_to_png_stream(
            surface,
            { target, part, count in
                Unmanaged<Bytes>.fromOpaque(target!).takeUnretainedValue().bytes += UnsafeBufferPointer(start: part, count: Int(count))
                return CAIRO_STATUS_SUCCESS
            }, Unmanaged.passUnretained(bytes).toOpaque())
        return status == CAIRO_STATUS_SUCCESS ? bytes.bytes : nil
    }
}
