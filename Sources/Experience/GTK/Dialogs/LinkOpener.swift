// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Opens web pages in the desktop's browser.
public enum LinkOpener {
    /// Whether the address is an HTTP(S) URL. An ad must not be able to open anything else on this machine.
    static func isPage(_ address: String) -> Bool {
        let start = address.prefix(8).lowercased()
        guard start.hasPrefix("https://") || start.hasPrefix("http://") else { return false }
        return address.utf8.count <= 8192 && address.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }

    /// - Returns: false if the address isn't a web page, or no application can open it.
    @discardableResult @MainActor public static func open(_ address: String) -> Bool {
        isPage(address) && g_app_info_launch_default_for_uri(address, nil, nil) != 0
    }
}
