// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Shows local folders in the desktop's file manager.
@MainActor public enum FolderOpener {
    /// - Parameter address: a `file:` URL of a folder.
    /// - Returns: false for any other address, or if no application can open folders.
    public static func open(_ address: String) -> Bool {
        address.hasPrefix("file:") && g_app_info_launch_default_for_uri(address, nil, nil) != 0
    }
}

/// The desktop's trash.
@MainActor public enum Trash {
    /// Moves a file to the trash of its disk.
    /// - Parameter address: a `file:` URL.
    /// - Returns: false if there is no such file, it must not be removed, or its disk has no trash.
    public static func move(_ address: String) -> Bool {
        guard address.hasPrefix("file:") else { return false }
        let file = Object(adopting: g_file_new_for_uri(address))
        return g_file_trash(file.opaque, nil, nil) != 0
    }
}

/// The desktop's clipboard.
@MainActor public enum Clipboard {
    /// Replaces the content of the clipboard. Does nothing without a display.
    public static func copy(_ text: String) {
        guard let display = gdk_display_get_default() else { return }
        gdk_clipboard_set_text(gdk_display_get_clipboard(display), text)
    }
}

/// The user's special folders.
@MainActor public enum UserFolder {
    /// Path of the Pictures folder; nil if the desktop doesn't define one.
    public static var pictures: String? {
        g_get_user_special_dir(G_USER_DIRECTORY_PICTURES).map { String(cString: $0) }
    }
}
