// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A symbol of the icon theme, as an ornament: assistive technology does not see it.
public final class Icon: Widget {
    /// - Parameter size: pixels of the style.
    public init(_ name: String, size: Int = 16) {
        super.init(
            adopting: g_object_new_with_properties(gtk_image_get_type(), 0, nil, nil)!)
        self.name = name
        gtk_image_set_from_icon_name(opaque, name)
        gtk_image_set_pixel_size(opaque, Int32(size))
    }

    /// Adds a folder with icons, or with the folders of an icon theme.
    public static func lookFor(in folder: String) {
        if let theme { gtk_icon_theme_add_search_path(theme, folder) }
    }

    public static func isThere(_ name: String) -> Bool { theme.map { gtk_icon_theme_has_icon($0, name) != 0 } ?? false }

    private static var theme: OpaquePointer? { gdk_display_get_default().flatMap { gtk_icon_theme_get_for_display($0) } }

    /// Of the icon theme; empty for a picture of one's own.
    public var name = "" {
        didSet { if name != oldValue { gtk_image_set_from_icon_name(opaque, name) } }
    }

    /// A picture of one's own in place of a symbol.
    /// - Parameter size: pixels of the style, the larger side.
    /// - Returns: nil where the file is no picture.
    public init?(file path: String, size: Int) {
        guard let texture = gdk_texture_new_from_filename(path, nil) else { return nil }
        super.init(adopting: gtk_image_new_from_paintable(texture.raw.opaque)!)
        g_object_unref(texture.raw)
        gtk_image_set_pixel_size(opaque, Int32(size))
    }
}
