// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Shows short messages above its content, one at a time.
public final class ToastOverlay: Widget {
    /// - Parameter content: what the messages are shown above.
    public init(_ content: Widget) {
        super.init(adopting: adw_toast_overlay_new())
        adw_toast_overlay_set_child(opaque, content.widget)
    }

    private var current: [WeakToast] = []

    /// - Parameter seconds: how long it is shown.
    @discardableResult
    public func show(_ message: String, seconds: Int = 3) -> Toast {
        let toast = Toast(message, seconds: seconds)
        adw_toast_overlay_add_toast(opaque, toast.retained.opaque)
        current = current.filter { $0.toast != nil } + [WeakToast(toast: toast)]
        return toast
    }

    /// Removes messages about earlier actions of the user, shown or queued. Messages with a button stay.
    public func dismissMessages() {
        for message in current { if let toast = message.toast { adw_toast_dismiss(toast.opaque) } }
        current = []
    }

    private struct WeakToast {
        weak var toast: Toast?
    }

    /// Shows a message with an action button.
    /// - Parameter seconds: how long it is shown.
    public func show(_ message: String, seconds: Int = 8, button: String, action: @escaping @MainActor () -> Void) {
        let toast = Toast(message, seconds: seconds)
        adw_toast_set_button_label(toast.opaque, button)
        toast.on("button-clicked", action)
        adw_toast_overlay_add_toast(opaque, toast.retained.opaque)
    }
}

/// A short message that is shown or queued.
@MainActor public final class Toast: Object {
    fileprivate init(_ message: String, seconds: Int) {
        self.message = message
        super.init(adopting: adw_toast_new(Self.escaped(message)))
        adw_toast_set_timeout(opaque, guint(seconds))
    }

    /// Plain text, without markup. It may change while the message is shown.
    public var message: String {
        didSet { if message != oldValue { adw_toast_set_title(opaque, Self.escaped(message)) } }
    }

    /// Called when it has been dismissed.
    public func onGone(_ handler: @escaping @MainActor () -> Void) { on("dismissed", handler) }

    /// libadwaita parses the title as Pango markup.
    private static func escaped(_ text: String) -> String {
        guard let escaped = g_markup_escape_text(text, -1) else { return text }
        defer { g_free(escaped) }
        return String(cString: escaped)
    }
}
