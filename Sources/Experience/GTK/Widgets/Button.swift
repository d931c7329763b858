// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A button with an icon (its name is the tooltip and accessible name), a text, or custom content.
public final class Button: Widget {
    /// - Parameters:
    ///   - icon: a name in the icon theme.
    ///   - name: the tooltip and accessible name.
    ///   - action: called for clicks, taps and keys.
    public init(icon: String, name: String, action: @escaping @MainActor () -> Void) {
        super.init(adopting: gtk_button_new_from_icon_name(icon))
        self.icon = icon
        self.name = name
        show()
        on("clicked", action)
    }

    /// Wraps a label that is too long.
    @discardableResult public func broken() -> Self {
        guard let label = gtk_button_get_child(cast()) else { return self }
        gtk_label_set_wrap(label.raw.opaque, 1)
        gtk_label_set_wrap_mode(label.raw.opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_natural_wrap_mode(label.raw.opaque, GTK_NATURAL_WRAP_NONE)
        gtk_label_set_justify(label.raw.opaque, GTK_JUSTIFY_CENTER)
        return self
    }

    /// The text of a button without an icon.
    public var title: String {
        get { gtk_button_get_label(cast()).map { String(cString: $0) } ?? "" }
        set {
            gtk_button_set_label(cast(), newValue)
            accessibleName(newValue)
        }
    }

    /// - Parameter action: called for clicks, taps and keys.
    public init(_ title: String, action: @escaping @MainActor () -> Void) {
        name = title
        super.init(adopting: gtk_button_new_with_label(title))
        accessibleName(title)
        on("clicked", action)
    }

    /// A button with custom content.
    public init(name: String, content: Widget, action: @escaping @MainActor () -> Void) {
        super.init(adopting: gtk_button_new())
        gtk_button_set_child(cast(), content.widget)
        self.name = name
        accessibleName(name)
        on("clicked", action)
    }

    /// A name in the icon theme; empty for a button with text or custom content.
    public var icon: String = "" {
        didSet { if icon != oldValue || hasImage { showIcon() } }
    }
    private(set) var hasImage = false

    private func showIcon() {
        hasImage = false
        gtk_button_set_icon_name(cast(), icon)
    }

    /// Shows an image file instead of the icon.
    /// - Parameter size: maximum width or height in logical pixels.
    /// - Returns: false if the file isn't an image; the icon then stays.
    public func show(imageFile path: String, size: Int) -> Bool {
        guard let texture = gdk_texture_new_from_filename(path, nil) else { return false }
        defer { g_object_unref(texture.raw) }
        let image = gtk_image_new_from_paintable(texture.raw.opaque)
        gtk_image_set_pixel_size(image?.raw.opaque, Int32(size))
        gtk_button_set_child(cast(), image)
        hasImage = true
        return true
    }

    /// The tooltip and accessible name.
    public var name: String = "" {
        didSet { if name != oldValue { show() } }
    }

    private func show() {
        accessibleName(name)
        if !icon.isEmpty { tooltip = name }
    }
}
