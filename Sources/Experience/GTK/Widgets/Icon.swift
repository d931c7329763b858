// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A symbol of the icon theme, as an ornament: assistive technology does not see it.
public final class Icon: Widget {
    /// - Parameter size: pixels of the style.
    public init(_ name: String, size: Int = 16) {
        super.init(
            adopting: g_object_new_with_properties(gtk_image_get_type(), 0, nil, nil)!)
        gtk_image_set_from_icon_name(opaque, name)
        gtk_image_set_pixel_size(opaque, Int32(size))
    }
}
