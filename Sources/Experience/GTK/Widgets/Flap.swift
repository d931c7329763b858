// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Content with a side pane that opens next to it, or over it if the window is too narrow for both.
public final class Flap: Widget {
    /// - Parameter pane: closed at first.
    public init(_ content: Widget, pane: Widget) {
        super.init(adopting: adw_flap_new())
        adw_flap_set_content(opaque, content.widget)
        adw_flap_set_flap(opaque, pane.widget)
        adw_flap_set_separator(opaque, gtk_separator_new(GTK_ORIENTATION_VERTICAL))
        adw_flap_set_flap_position(opaque, GTK_PACK_END)
        adw_flap_set_swipe_to_open(opaque, 0)
        // Otherwise it opens automatically when both fit.
        adw_flap_set_locked(opaque, 1)
        adw_flap_set_reveal_flap(opaque, 0)
    }

    /// Whether the pane is shown.
    public var isOpen: Bool {
        get { adw_flap_get_reveal_flap(opaque) != 0 }
        set { adw_flap_set_reveal_flap(opaque, newValue.gboolean) }
    }

    /// Called when the pane opens or closes, also by a swipe or a click outside.
    public func onOpen(_ handler: @escaping @MainActor (Bool) -> Void) {
        on("notify::reveal-flap") { [weak self] (_: UnsafeMutableRawPointer) in
            guard let self else { return }
            handler(isOpen)
        }
    }
}
