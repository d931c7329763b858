// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxGTK
import WindowboxMedia

/// Shows information about the current media.
@MainActor enum PropertiesDialog {
    /// - Parameter address: URL as it was opened; nil if it must not be shown.
    static func make(_ properties: MediaProperties, address: String?, above parent: Window?) -> PreferencesWindow {
        let window = PreferencesWindow(above: parent, title: translated("Properties"))
        var groups = properties.sections.map { section in
            PreferencesGroup(section.title) { for row in section.rows { WidgetRow(row.name, subtitle: row.value) } }
        }
        if let address, let url = URL(string: address) { groups.append(actions(address, url)) }
        window.add(page: translated("Properties"), icon: "dialog-information-symbolic", groups)
        return window
    }

    private static func actions(_ address: String, _ url: URL) -> PreferencesGroup {
        PreferencesGroup("") {
            if url.isFileURL {
                WidgetRow(
                    translated("Containing Folder"),
                    Button(translated("Open")) { _ = FolderOpener.open(url.deletingLastPathComponent().absoluteString) })
            }
            WidgetRow(
                url.isFileURL ? translated("Path") : translated("Address"),
                // Don't copy passwords to the clipboard.
                Button(translated("Copy")) { Clipboard.copy(url.isFileURL ? url.path(percentEncoded: false) : address.withoutCredentials) })
        }
    }
}
