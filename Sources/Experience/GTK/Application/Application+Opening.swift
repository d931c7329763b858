// SPDX-License-Identifier: Apache-2.0

import CGTK

// Single-instance support: a second process hands its arguments to the first and exits.
extension Application {
    /// Called in the primary process when another process with the same application ID hands over its arguments.
    /// - Parameter handler: receives the URLs, and the hint passed to ``handOver(_:hint:)``.
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

    /// Hands the addresses to the running process with the same application ID, if any, which then shows its window.
    ///
    /// Call it before ``run()``.
    /// - Parameters:
    ///   - addresses: absolute URLs.
    ///   - hint: passed along with the addresses.
    /// - Returns: whether another process is running.
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
