// SPDX-License-Identifier: Apache-2.0

import CGTK

// One process for all that a person opens: a second one hands over what it was started with, and ends.
extension Application {
    /// Called in the process that runs when another one of the same id has handed something over.
    /// - Parameter handler: gets the addresses, and what ``handOver(_:hint:)`` was told beside them.
    public func onOpen(_ handler: @escaping @MainActor (_ addresses: [String], _ hint: String) -> Void) {
        on("open") { (files: UnsafeMutableRawPointer, count: Int32, hint: String) in
            let files = files.assumingMemoryBound(to: OpaquePointer.self)
            let addresses = (0..<Int(count)).compactMap { index -> String? in
                guard let address = g_file_get_uri(files[index]) else { return nil }
                defer { g_free(address) }
                return String(cString: address)
            }
            handler(addresses, hint)
        }
    }

    /// Hands over to the process of the same id that runs already, if there is one, which shows its window. Before ``run()``.
    /// - Parameters:
    ///   - addresses: absolute ones.
    ///   - hint: goes with the addresses.
    /// - Returns: whether there is one.
    public func handOver(_ addresses: [String], hint: String = "") -> Bool {
        guard g_application_register(cast(), nil, nil) != 0, g_application_get_is_remote(cast()) != 0 else { return false }
        if addresses.isEmpty {
            g_application_activate(cast())
        } else {
            var files: [OpaquePointer?] = addresses.map { g_file_new_for_uri($0) }
            g_application_open(cast(), &files, gint(files.count), hint)
            for file in files { g_object_unref(file?.raw) }
        }
        if let bus = g_application_get_dbus_connection(cast()) { g_dbus_connection_flush_sync(bus, nil, nil) }
        return true
    }
}
