// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxCaptions
import WindowboxMedia

/// An image caption, ready to draw.
@MainActor final class ImageCaption {
    private let texture: OpaquePointer

    /// Larger images are rejected.
    private static let maxPixels = 1 << 25

    /// nil if the caption has no PNG, or it can't be read.
    init?(_ image: CaptionImage) {
        guard let size = image.size, size.width * size.height <= Self.maxPixels else { return nil }
        let bytes = image.bytes.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(bytes) }
        guard let texture = gdk_texture_new_from_bytes(bytes, nil) else { return nil }
        self.texture = texture
    }

    isolated deinit { g_object_unref(texture.raw) }

    func draw(on canvas: Canvas, in place: Rectangle) {
        var bounds = place.graphene
        gtk_snapshot_append_texture(canvas.snapshot, texture, &bounds)
    }
}
