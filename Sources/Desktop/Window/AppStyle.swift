// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK
import WindowboxLibrary

@MainActor enum AppStyle {
    static func install() { StyleSheet.install("app.css", of: EmbeddedAssets.files) }
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
