// SPDX-License-Identifier: Apache-2.0

import CGIO

// @unchecked: GDBusConnection is thread-safe according to GLib; nothing else here changes.
/// A connection to the session bus, to offer objects and call others.
public final class BusConnection: @unchecked Sendable {
    private let connection: OpaquePointer
    private let loop = BusLoop()

    /// - Parameter address: nil uses the session bus.
    /// - Throws: ``BusError/Code/noBus``.
    public init(address: String? = nil) throws(BusError) {
        var error: UnsafeMutablePointer<GError>?
        let found = address ?? Self.sessionAddress(&error)
        guard let found else { throw BusError(.noBus, "There is no session bus", error) }
        let flags = GDBusConnectionFlags(
            rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        guard let connection = g_dbus_connection_new_for_address_sync(found, flags, nil, nil, &error) else {
            throw BusError(.noBus, "The session bus at \(found) does not answer", error)
        }
        self.connection = connection
        // Losing the bus must not end the program.
        g_dbus_connection_set_exit_on_close(connection, 0)
    }

    deinit {
        g_dbus_connection_close(connection, nil, nil, nil)
        g_object_unref(UnsafeMutableRawPointer(connection))
    }

    private static func sessionAddress(_ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> String? {
        guard let address = g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SESSION, nil, error) else { return nil }
        defer { g_free(address) }
        return String(cString: address)
    }

    // MARK: Calls

    /// - Returns: the arguments of the reply.
    /// - Throws: ``BusError/Code/call``.
    @discardableResult
    public func call(
        _ service: String, _ path: String, _ interface: String, _ method: String, _ arguments: [BusValue] = [], timeout: Double = 5
    ) async throws(BusError) -> [BusValue] {
        let location = "\(interface).\(method) of \(service)"
        let reply: Result<[BusValue], BusError> = await withCheckedContinuation { continuation in
            let pending = PendingCall(location, continuation)
            loop.perform { [self] in
                g_dbus_connection_call(
                    connection, service, path, interface, method, BusValue.tuple(arguments).made, nil, G_DBUS_CALL_FLAGS_NONE,
                    gint(timeout * 1000), nil, { PendingCall.finish($0!, $1!, $2!) }, Unmanaged.passRetained(pending).toOpaque())
            }
        }
        return try reply.get()
    }

    private final class PendingCall: Sendable {
        let location: String
        let continuation: CheckedContinuation<Result<[BusValue], BusError>, Never>

        init(_ location: String, _ continuation: CheckedContinuation<Result<[BusValue], BusError>, Never>) {
            self.location = location
            self.continuation = continuation
        }

        static func finish(_ source: UnsafeMutablePointer<GObject>, _ result: OpaquePointer, _ this: UnsafeMutableRawPointer) {
            let this = Unmanaged<PendingCall>.fromOpaque(this).takeRetainedValue()
            var error: UnsafeMutablePointer<GError>?
            if let reply = g_dbus_connection_call_finish(OpaquePointer(source), result, &error) {
                this.continuation.resume(returning: .success(BusValue(reply).elements))
                g_variant_unref(reply)
            } else {
                this.continuation.resume(returning: .failure(BusError(.call, this.location, error)))
            }
        }
    }

    // MARK: Objects

    /// Requests a name on the bus.
    /// - Throws: ``BusError/Code/nameTaken``; retry with a suffix.
    func requestName(_ name: String) async throws(BusError) {
        // 4: fail instead of waiting in the queue.
        let reply = try await call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName", [.string(name), .uint32(4)])
        let code = reply.first?.integer
        // 1: we are the owner now, 4: we already were.
        guard code == 1 || code == 4 else { throw BusError(.nameTaken, "Another program owns the name \(name) on the bus") }
    }

    func release(_ name: String) async {
        _ = try? await call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ReleaseName", [.string(name)])
    }

    /// Offers an interface for as long as the returned object exists.
    func offer(_ interface: BusInterface, at path: String) -> BusRegistration {
        let offer = BusRegistration(interface, connection: connection, path: path, loop: loop)
        offer.begin()
        return offer
    }

    func emit(_ signal: String, of interface: String, at path: String, _ arguments: [BusValue]) {
        g_dbus_connection_emit_signal(connection, nil, path, interface, signal, BusValue.tuple(arguments).made, nil)
    }

    func emitChange(of interface: String, at path: String, _ changed: [String: BusValue]) {
        guard !changed.isEmpty else { return }
        emit(
            "PropertiesChanged", of: "org.freedesktop.DBus.Properties", at: path,
            [.string(interface), .dictionary(changed), .strings([])])
    }

    /// Blocks until all pending messages have been sent.
    public func flush() { g_dbus_connection_flush_sync(connection, nil, nil) }
}
