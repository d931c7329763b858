// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Shows short messages above its content, one after the other.
public final class ToastOverlay: Widget {
    public init(_ content: Widget) {
        super.init(adopting: adw_toast_overlay_new())
        adw_toast_overlay_set_child(opaque, content.widget)
    }

    /// - Parameter seconds: how long it stays.
    public func show(_ message: String, seconds: Int = 3) {
        let toast = adw_toast_new(message)
        adw_toast_set_timeout(toast, guint(seconds))
        adw_toast_overlay_add_toast(opaque, toast)
    }

    /// A message with something to do about it.
    /// - Parameter seconds: how long it stays.
    public func show(_ message: String, seconds: Int = 8, button: String, action: @escaping @MainActor () -> Void) {
        let toast = Object(adopting: adw_toast_new(message))
        adw_toast_set_timeout(toast.opaque, guint(seconds))
        adw_toast_set_button_label(toast.opaque, button)
        toast.on("button-clicked", action)
        adw_toast_overlay_add_toast(opaque, toast.retained.opaque)
    }
}
