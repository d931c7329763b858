// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK
import WindowboxLibrary

@MainActor enum AppStyle {
    static func install() { GTKStyleSheet.install("app.css", of: EmbeddedAssets.files) }
}

extension ViewerSettings.Appearance {
    @MainActor func apply() {
        switch self {
        case .system: GTKStyleSheet.show(dark: nil)
        case .light: GTKStyleSheet.show(dark: false)
        case .dark: GTKStyleSheet.show(dark: true)
        }
    }
}
