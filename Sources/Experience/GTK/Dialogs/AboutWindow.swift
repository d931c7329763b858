// SPDX-License-Identifier: Apache-2.0

import CGTK

/// The “About” window.
@MainActor public enum AboutWindow {
    /// - Parameter icon: name in the icon theme or in a folder passed to ``Icon/lookFor(in:)``; a generic video icon is used if it
    ///   is missing.
    public static func present(above parent: Window?, name: String, icon: String, version: String, comments: String, website: String = "") {
        let window = Object(borrowing: adw_about_window_new())
        adw_about_window_set_application_name(window.opaque, name)
        adw_about_window_set_application_icon(window.opaque, Icon.isThere(icon) ? icon : "video-x-generic")
        adw_about_window_set_version(window.opaque, version)
        adw_about_window_set_comments(window.opaque, comments)
        if !website.isEmpty { adw_about_window_set_website(window.opaque, website) }
        adw_about_window_set_license_type(window.opaque, GTK_LICENSE_APACHE_2_0)
        gtk_window_set_transient_for(window.cast(), parent?.cast())
        gtk_window_present(window.cast())
    }
}
