// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Hands addresses of pages to the desktop's browser.
public enum LinkOpener {
    /// Pages of the web only: who pays for an ad does not choose what else this machine opens.
    static func isPage(_ address: String) -> Bool {
        let start = address.prefix(8).lowercased()
        guard start.hasPrefix("https://") || start.hasPrefix("http://") else { return false }
        return address.utf8.count <= 8192 && address.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }

    /// - Returns: false for what is no page, and where nothing opens pages.
    @discardableResult @MainActor public static func open(_ address: String) -> Bool {
        isPage(address) && g_app_info_launch_default_for_uri(address, nil, nil) != 0
    }
}
