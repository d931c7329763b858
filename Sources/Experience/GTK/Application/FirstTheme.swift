// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Keeps GTK from reading a theme of its own that libadwaita takes the place of, and libadwaita from reading its rules twice where
/// they are not to be the light ones: each costs a start some 15 ms.
@MainActor enum FirstTheme {
    /// Called before a display is connected to; a person's own theme stands.
    static func prepare() {
        guard g_getenv("GTK_THEME") == nil else { return }
        // libadwaita's own name for a theme without rules; the one in which its rules stand alone.
        g_setenv("GTK_THEME", "Adwaita-empty", 0)
        // Called before libadwaita, which gives way to a theme that somebody has asked for.
        g_signal_connect_closure(
            gdk_display_manager_get().raw, "display-opened",
            Closure.make { arguments, _ in
                if let display = g_value_get_object(arguments + 1) { _ = gtk_settings_get_for_display(display.opaque) }
                g_unsetenv("GTK_THEME")
            }, 0)
        // From here on, libadwaita gives each display its rules when it is opened.
        _ = adw_style_manager_get_default()
    }
}
