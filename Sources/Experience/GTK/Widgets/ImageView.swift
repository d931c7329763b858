// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A decorative image from file data, filling its area.
public final class ImageView: Widget {
    public init() {
        super.init(adopting: gtk_picture_new())
        gtk_picture_set_content_fit(opaque, GTK_CONTENT_FIT_COVER)
        gtk_picture_set_can_shrink(opaque, 1)
    }

    /// Shows PNG, JPEG or TIFF data; anything else shows nothing.
    public func show(_ file: [UInt8]?) {
        guard let file, !file.isEmpty else { return gtk_picture_set_paintable(opaque, nil) }
        let bytes = g_bytes_new(file, gsize(file.count))
        defer { g_bytes_unref(bytes) }
        guard let texture = gdk_texture_new_from_bytes(bytes, nil) else { return gtk_picture_set_paintable(opaque, nil) }
        gtk_picture_set_paintable(opaque, texture.raw.opaque)
        g_object_unref(texture.raw)
    }
}
