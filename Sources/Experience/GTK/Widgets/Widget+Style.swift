// SPDX-License-Identifier: Apache-2.0

import CGTK

extension Widget {
    /// Adds style classes, which style sheets refer to.
    @discardableResult
    public func cssClass(_ names: String...) -> Self {
        for name in names { gtk_widget_add_css_class(widget, name) }
        return self
    }

    /// Clips drawing to the widget's edge, which may be rounded.
    @discardableResult
    public func clipsContent() -> Self {
        gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
        return self
    }

    /// Whether the widget has a style class.
    public func hasCSSClass(_ name: String) -> Bool { gtk_widget_has_css_class(widget, name) != 0 }

    /// Adds or removes a style class.
    public func setCSSClass(_ name: String, _ isSet: Bool) {
        if isSet { gtk_widget_add_css_class(widget, name) } else { gtk_widget_remove_css_class(widget, name) }
    }
}

/// GTK CSS for the application.
@MainActor public enum GTKStyleSheet {
    /// Precedence of style sheets, whatever their selectors: a later layer wins.
    public enum Layer: Hashable {
        /// The default style of views.
        case views
        /// An application's customisation.
        case configured

        fileprivate var priority: guint { guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION) + (self == .views ? 0 : 1) }
    }

    private static var installed: Set<String> = []

    /// Adds the style sheet once, above the theme and below the user's own; does nothing without a display.
    public static func install(_ css: String, in layer: Layer = .views) {
        guard let display = gdk_display_get_default(), installed.insert(css).inserted else { return }
        let provider = gtk_css_provider_new()!
        gtk_css_provider_load_from_data(provider, css, -1)
        gtk_style_context_add_provider_for_display(display, provider.opaque, layer.priority)
        g_object_unref(provider.raw)
    }

    /// Adds a style sheet that is embedded in a target.
    /// - Precondition: there is one of that name.
    package static func install(_ name: String, of files: [(name: String, text: String)]) {
        guard let file = files.first(where: { $0.name == name }) else { preconditionFailure("no style sheet \(name) is embedded") }
        install(file.text)
    }

    /// Forces a dark or light appearance; nil follows the desktop.
    public static func show(dark: Bool?) {
        let scheme = dark.map { $0 ? ADW_COLOR_SCHEME_FORCE_DARK : ADW_COLOR_SCHEME_FORCE_LIGHT } ?? ADW_COLOR_SCHEME_DEFAULT
        adw_style_manager_set_color_scheme(adw_style_manager_get_default(), scheme)
    }

    /// Makes all windows of the program dark, whatever the desktop's style is.
    public static func preferDark() {
        adw_style_manager_set_color_scheme(adw_style_manager_get_default(), ADW_COLOR_SCHEME_FORCE_DARK)
    }
}
