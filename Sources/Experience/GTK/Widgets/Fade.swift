// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Fades its content in and out. Hidden content isn't drawn and receives neither pointer events nor focus.
public final class Fade: Widget {
    /// - Parameter milliseconds: duration of the animation.
    public init(milliseconds: Int = 200, _ content: Widget) {
        super.init(adopting: gtk_revealer_new())
        gtk_revealer_set_transition_type(opaque, GTK_REVEALER_TRANSITION_TYPE_CROSSFADE)
        gtk_revealer_set_transition_duration(opaque, guint(milliseconds))
        gtk_revealer_set_child(opaque, content.widget)
        isShown = true
    }

    /// Whether the content is shown. A change fades it in or out.
    public var isShown: Bool {
        get { gtk_revealer_get_reveal_child(opaque) != 0 }
        set { gtk_revealer_set_reveal_child(opaque, newValue.gboolean) }
    }
}
