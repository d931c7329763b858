// SPDX-License-Identifier: Apache-2.0

import CGTK

/// The top of a window: its title, its buttons, and the place to drag it by.
public final class HeaderBar: Widget {
    public init(title: Widget) {
        super.init(adopting: adw_header_bar_new())
        adw_header_bar_set_title_widget(opaque, title.widget)
    }

    public func addEnd(_ child: Widget) { adw_header_bar_pack_end(opaque, child.widget) }
}
