// SPDX-License-Identifier: Apache-2.0

import CGTK

/// The desktop's native dialog to choose files or a folder.
@MainActor public enum FileChooser {
    /// What the user chooses.
    public enum Kind: Sendable {
        /// One or more files, or one folder.
        case files, folder
    }

    /// - Parameter onChoose: called with URLs; not called if the user cancels.
    public static func choose(
        _ kind: Kind, title: String, above parent: Window?, onChoose: @escaping @MainActor ([String]) -> Void
    ) {
        let action = kind == .folder ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER : GTK_FILE_CHOOSER_ACTION_OPEN
        let dialog = Object(
            adopting: gtk_file_chooser_native_new(title, parent?.cast(), action, translated("_Open"), translated("_Cancel")))
        gtk_file_chooser_set_select_multiple(dialog.opaque, (kind == .files).gboolean)
        // The response handler keeps the dialog alive until it is answered.
        var open: Object? = dialog
        dialog.on("response") { (response: Int32) in
            guard let dialog = open else { return }
            open = nil
            if response == GTK_RESPONSE_ACCEPT.rawValue { onChoose(addresses(of: dialog)) }
        }
        gtk_native_dialog_show(dialog.cast())
    }

    /// Asks where to save a file. The desktop asks before it replaces one.
    /// - Parameters:
    ///   - name: the suggested name of the file.
    ///   - onChoose: called with a URL; not called if the user cancels.
    public static func save(title: String, name: String, above parent: Window?, onChoose: @escaping @MainActor (String) -> Void) {
        let dialog = Object(
            adopting: gtk_file_chooser_native_new(
                title, parent?.cast(), GTK_FILE_CHOOSER_ACTION_SAVE, translated("_Save"), translated("_Cancel")))
        gtk_file_chooser_set_current_name(dialog.opaque, name)
        // The response handler keeps the dialog alive until it is answered.
        var open: Object? = dialog
        dialog.on("response") { (response: Int32) in
            guard let dialog = open else { return }
            open = nil
            if response == GTK_RESPONSE_ACCEPT.rawValue, let address = addresses(of: dialog).first { onChoose(address) }
        }
        gtk_native_dialog_show(dialog.cast())
    }

    private static func addresses(of dialog: Object) -> [String] {
        guard let files = gtk_file_chooser_get_files(dialog.opaque) else { return [] }
        defer { g_object_unref(files.raw) }
        return (0..<g_list_model_get_n_items(files)).compactMap { index in
            guard let file = g_list_model_get_item(files, index) else { return nil }
            defer { g_object_unref(file) }
            guard let address = g_file_get_uri(OpaquePointer(file)) else { return nil }
            defer { g_free(address) }
            return String(cString: address)
        }
    }
}
