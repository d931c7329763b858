// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A page for a place without content: icon, title, description, and what to do about it.
public final class StatusPage: Widget {
    /// - Parameters:
    ///   - icon: a name in the icon theme; empty for none.
    ///   - child: shown below the texts, usually a button.
    public init(icon: String, title: String, description: String = "", child: Widget? = nil) {
        (self.icon, self.title) = (icon, title)
        super.init(adopting: adw_status_page_new())
        adw_status_page_set_icon_name(opaque, icon)
        adw_status_page_set_title(opaque, title)
        // Unlike the title, the description is markup.
        if !description.isEmpty { adw_status_page_set_description(opaque, Self.markup(description)) }
        if let child { adw_status_page_set_child(opaque, child.widget) }
    }

    /// A name in the icon theme; empty for none.
    public var icon: String {
        didSet { if icon != oldValue { adw_status_page_set_icon_name(opaque, icon) } }
    }

    /// The text below the icon.
    public var title: String {
        didSet { if title != oldValue { adw_status_page_set_title(opaque, title) } }
    }

    /// Makes icon and texts smaller, for side bars and drawers.
    public func compact() -> Self { cssClass("compact") }

    private static func markup(_ text: String) -> String {
        guard let escaped = g_markup_escape_text(text, -1) else { return "" }
        defer { g_free(escaped) }
        return String(cString: escaped)
    }
}
