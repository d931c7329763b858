// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A window's header bar: title, buttons, and drag area.
public final class HeaderBar: Widget {
    /// - Parameter title: shown in the middle.
    public init(title: Widget) {
        super.init(adopting: adw_header_bar_new())
        adw_header_bar_set_title_widget(opaque, title.widget)
    }

    /// Hides the window buttons, for a bar that isn't at the top of a window.
    public func hideWindowButtons() {
        adw_header_bar_set_show_start_title_buttons(opaque, 0)
        adw_header_bar_set_show_end_title_buttons(opaque, 0)
    }

    /// Adds a widget at the start: the left side, or the right one in right-to-left languages.
    public func addStart(_ child: Widget) { adw_header_bar_pack_start(opaque, child.widget) }

    /// Adds a widget at the end.
    public func addEnd(_ child: Widget) { adw_header_bar_pack_end(opaque, child.widget) }
}
