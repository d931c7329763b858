// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A decorative icon of the icon theme, hidden from assistive technology.
public final class Icon: Widget {
    /// - Parameter size: in logical pixels.
    public init(_ name: String, size: Int = 16) {
        super.init(
            adopting: g_object_new_with_properties(gtk_image_get_type(), 0, nil, nil)!)
        self.name = name
        gtk_image_set_from_icon_name(opaque, name)
        gtk_image_set_pixel_size(opaque, Int32(size))
    }

    /// Adds a folder with icons or icon-theme subfolders to the search path.
    public static func lookFor(in folder: String) {
        if let theme { gtk_icon_theme_add_search_path(theme, folder) }
    }

    /// Whether the icon theme has an icon of this name. False without a display.
    public static func isThere(_ name: String) -> Bool { theme.map { gtk_icon_theme_has_icon($0, name) != 0 } ?? false }

    private static var theme: OpaquePointer? { gdk_display_get_default().flatMap { gtk_icon_theme_get_for_display($0) } }

    /// The name in the icon theme; empty for an image file.
    public var name = "" {
        didSet { if name != oldValue { gtk_image_set_from_icon_name(opaque, name) } }
    }

    /// Shows an image file instead of a themed icon.
    /// - Parameter size: maximum width or height in logical pixels.
    /// - Returns: nil if the file isn't an image.
    public init?(file path: String, size: Int) {
        guard let texture = gdk_texture_new_from_filename(path, nil) else { return nil }
        super.init(adopting: gtk_image_new_from_paintable(texture.raw.opaque)!)
        g_object_unref(texture.raw)
        gtk_image_set_pixel_size(opaque, Int32(size))
    }
}
