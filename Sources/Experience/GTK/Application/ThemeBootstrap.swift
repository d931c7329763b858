// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Keeps GTK from loading its default theme, which libadwaita replaces, and keeps libadwaita from loading its stylesheet twice when
/// the light one isn't used. Each costs about 15 ms at start-up.
@MainActor enum ThemeBootstrap {
    /// Call it before connecting to a display. A theme set by the user is kept.
    static func prepare() {
        guard g_getenv("GTK_THEME") == nil else { return }
        // libadwaita's name for an empty theme, to which it adds its own stylesheet.
        g_setenv("GTK_THEME", "Adwaita-empty", 0)
        // Connected before libadwaita's handler, which would respect a theme set in the environment.
        g_signal_connect_closure(
            gdk_display_manager_get().raw, "display-opened",
            Closure.make { arguments, _ in
                if let display = g_value_get_object(arguments + 1) { _ = gtk_settings_get_for_display(display.opaque) }
                g_unsetenv("GTK_THEME")
            }, 0)
        // From here on, libadwaita installs its stylesheet on each display as it opens.
        _ = adw_style_manager_get_default()
    }
}
