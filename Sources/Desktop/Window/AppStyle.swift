// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK
import WindowboxLibrary

/// The CSS of the window outside the player.
@MainActor enum AppStyle {
    static func install() { StyleSheet.install(css) }

    private static let css = """
        .dim-label { opacity: 0.72; }
        .start { padding: 12px 24px 24px 24px; }
        .start .hero { padding: 28px 0 20px 0; }
        .start .hero .title { font-size: 19.5pt; font-weight: 800; }
        .start flowboxchild { padding: 0; border-radius: 12px; }
        .start .card-title { font-weight: 600; }
        .start .card-body { padding: 10px 12px 12px 12px; }
        .start .still { background: #1b1b1e; color: rgba(255,255,255,0.5); border-radius: 12px 12px 0 0; }
        .start .recent { border-radius: 12px; }
        .start .recent progressbar trough, .start .recent progressbar progress { min-height: 4px; border-radius: 0; }
        .start .recent .forget { min-width: 28px; min-height: 28px; margin: 6px; padding: 0; }
        .playlist listview { background: transparent; }
        .playlist listview > row { padding: 0; border-radius: 8px; margin: 1px 6px; }
        .playlist .entry { padding: 6px 4px 6px 10px; }
        .playlist .entry.current label { font-weight: 700; }
        .playlist .entry button { min-width: 28px; min-height: 28px; padding: 0; }
        .playlist .empty { padding: 24px; opacity: 0.72; }
        .above-controls toast { margin-bottom: 108px; }
        toast { background: rgba(28,28,32,0.94); }
        .statistics { background: rgba(12,12,14,0.84); color: white; border-radius: 12px; padding: 12px 16px; margin: 108px 12px 12px 12px;
            font-size: 9.75pt; font-feature-settings: "tnum"; }
        .statistics .key { color: rgba(255,255,255,0.66); }
        .statistics .log { color: rgba(255,255,255,0.76); font-size: 9pt; margin-top: 8px; }
        """
}

extension ViewerSettings.Appearance {
    @MainActor func apply() {
        switch self {
        case .system: StyleSheet.show(dark: nil)
        case .light: StyleSheet.show(dark: false)
        case .dark: StyleSheet.show(dark: true)
        }
    }
}
