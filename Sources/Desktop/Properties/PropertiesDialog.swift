// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxGTK
import WindowboxMedia

/// Shows what is known of what plays.
@MainActor enum PropertiesDialog {
    /// - Parameter address: what plays, as it was opened; nil where it must not be known.
    static func make(_ properties: MediaProperties, address: String?, above parent: Window?) -> PreferencesWindow {
        let window = PreferencesWindow(above: parent, title: "Properties")
        var groups = properties.sections.map { section in
            PreferencesGroup(section.title) { for row in section.rows { WidgetRow(row.name, subtitle: row.value) } }
        }
        if let address, let url = URL(string: address) { groups.append(actions(address, url)) }
        window.add(page: "Properties", icon: "dialog-information-symbolic", groups)
        return window
    }

    private static func actions(_ address: String, _ url: URL) -> PreferencesGroup {
        PreferencesGroup("") {
            if url.isFileURL {
                WidgetRow(
                    "Containing Folder",
                    Button("Open") { _ = FolderOpener.open(url.deletingLastPathComponent().absoluteString) })
            }
            WidgetRow(
                url.isFileURL ? "Path" : "Address",
                // A password is not for whoever gets the address next.
                Button("Copy") { Clipboard.copy(url.isFileURL ? url.path(percentEncoded: false) : address.withoutCredentials) })
        }
    }
}
