// SPDX-License-Identifier: Apache-2.0

import CGTK

/// An image file's picture, as an ornament, filling its place.
public final class ImageView: Widget {
    public init() {
        super.init(adopting: gtk_picture_new())
        gtk_picture_set_content_fit(opaque, GTK_CONTENT_FIT_COVER)
        gtk_picture_set_can_shrink(opaque, 1)
    }

    /// Shows a PNG, JPEG or TIFF file's bytes; what is none of them shows nothing.
    public func show(_ file: [UInt8]?) {
        guard let file, !file.isEmpty else { return gtk_picture_set_paintable(opaque, nil) }
        let bytes = g_bytes_new(file, gsize(file.count))
        defer { g_bytes_unref(bytes) }
        guard let texture = gdk_texture_new_from_bytes(bytes, nil) else { return gtk_picture_set_paintable(opaque, nil) }
        gtk_picture_set_paintable(opaque, texture.raw.opaque)
        g_object_unref(texture.raw)
    }
}
