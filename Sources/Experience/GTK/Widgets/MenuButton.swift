// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A button that opens a popover with widgets.
public final class MenuButton: Widget {
    private let popover = Widget(adopting: gtk_popover_new())
    private let label: Label?

    /// - Parameters:
    ///   - title: the text of the button.
    ///   - name: the tooltip and accessible name.
    ///   - content: shown in a popover.
    public init(title: String, name: String, content: Widget) {
        label = Label(title)
        super.init(adopting: gtk_menu_button_new())
        fill(with: content, name)
        if let label { gtk_menu_button_set_child(opaque, label.widget) }
    }

    /// - Parameters:
    ///   - icon: a name in the icon theme.
    ///   - name: the tooltip and accessible name.
    ///   - content: shown in a popover.
    public init(icon: String, name: String, content: Widget) {
        label = nil
        super.init(adopting: gtk_menu_button_new())
        gtk_menu_button_set_icon_name(opaque, icon)
        fill(with: content, name)
        tooltip = name
    }

    private func fill(with content: Widget, _ name: String) {
        gtk_popover_set_child(popover.cast(), content.widget)
        gtk_menu_button_set_popover(opaque, popover.widget)
        gtk_menu_button_set_direction(opaque, GTK_ARROW_UP)
        accessibleName(name)
    }

    /// Name in the icon theme.
    public var icon = "" {
        didSet { gtk_menu_button_set_icon_name(opaque, icon) }
    }

    /// Shows an image file instead of the icon.
    /// - Parameter size: maximum width or height in logical pixels.
    /// - Returns: false if the file isn't an image; the icon then stays.
    public func show(imageFile path: String, size: Int) -> Bool {
        guard let image = Icon(file: path, size: size) else { return false }
        gtk_menu_button_set_child(opaque, image.widget)
        return true
    }

    /// Empty for a button with an icon.
    public var title: String {
        get { label?.text ?? "" }
        set { label?.text = newValue }
    }

    /// Whether the popover is shown.
    public var isOpen: Bool {
        get { popover.isVisible }
        set { if newValue { gtk_menu_button_popup(opaque) } else { gtk_menu_button_popdown(opaque) } }
    }

    /// Called with true when the popover opens, and with false when it closes.
    public func onOpen(_ handler: @escaping @MainActor (Bool) -> Void) {
        popover.on("show") { handler(true) }
        popover.on("closed") { handler(false) }
    }
}
