// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Shows folders of this machine in the desktop's file manager.
@MainActor public enum FolderOpener {
    /// - Parameter address: a `file:` URL of a folder.
    /// - Returns: false for any other address, and where nothing opens folders.
    public static func open(_ address: String) -> Bool {
        address.hasPrefix("file:") && g_app_info_launch_default_for_uri(address, nil, nil) != 0
    }
}

/// What other programs can paste.
@MainActor public enum Clipboard {
    public static func copy(_ text: String) {
        guard let display = gdk_display_get_default() else { return }
        gdk_clipboard_set_text(gdk_display_get_clipboard(display), text)
    }
}

/// Folders that the desktop has for kinds of files.
@MainActor public enum UserFolder {
    /// The path of the folder for pictures; nil where the desktop names none.
    public static var pictures: String? {
        g_get_user_special_dir(G_USER_DIRECTORY_PICTURES).map { String(cString: $0) }
    }
}
