// SPDX-License-Identifier: Apache-2.0

import CGTK

extension Widget {
    /// Accepts files, URLs and text dropped onto the widget or a descendant.
    /// - Parameter handler: receives URLs, or the unmodified lines of a text.
    public func onDrop(_ handler: @escaping @MainActor ([String]) -> Void) {
        onDrop([gdk_file_list_get_type(), cgtk_type_string()], GDK_ACTION_COPY) { value, _ in
            let addresses = DroppedAddresses.of(value)
            if !addresses.isEmpty { handler(addresses) }
            return !addresses.isEmpty
        }
    }

    /// - Parameter handler: receives the value and the y coordinate of the drop in the widget.
    func onDrop(_ types: [GType], _ actions: GdkDragAction, _ handler: @escaping @MainActor (UnsafePointer<GValue>, Double) -> Bool) {
        var types = types
        let target = Object(adopting: gtk_drop_target_new(0, actions))
        gtk_drop_target_set_gtypes(target.opaque, &types, gsize(types.count))
        target.on(
            "drop",
            answer: { (value: UnsafeMutableRawPointer, _: Double, y: Double) -> Bool in
                handler(UnsafePointer(value.assumingMemoryBound(to: GValue.self)), y)
            })
        gtk_widget_add_controller(widget, target.retained.opaque)
    }
}

@MainActor enum DroppedAddresses {
    static func of(_ value: UnsafePointer<GValue>) -> [String] {
        if g_type_check_value_holds(value, cgtk_type_string()) != 0 {
            return String(reading: value).split(whereSeparator: \.isNewline).map(String.init)
        }
        guard let list = g_value_get_boxed(value) else { return [] }
        var addresses: [String] = []
        let files = gdk_file_list_get_files(OpaquePointer(list))
        defer { g_slist_free(files) }
        var entry = files
        while let file = entry {
            if let address = g_file_get_uri(OpaquePointer(file.pointee.data)) {
                addresses.append(String(cString: address))
                g_free(address)
            }
            entry = file.pointee.next
        }
        return addresses
    }
}
