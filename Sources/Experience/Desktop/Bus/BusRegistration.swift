// SPDX-License-Identifier: Apache-2.0

import CGIO

/// An interface on the bus, for the lifetime of this object.
// @unchecked: the registration is used on the loop's thread only; nothing else changes.
final class BusRegistration: @unchecked Sendable {
    private let connection: OpaquePointer
    private let loop: BusLoop
    private let path: String
    private let handler: Handler
    private var registration: guint = 0

    /// The user data of GLib's callbacks; it lives until GLib drops the registration.
    final class Handler: Sendable {
        let interface: BusInterface
        init(_ interface: BusInterface) { self.interface = interface }
    }

    init(_ interface: BusInterface, connection: OpaquePointer, path: String, loop: BusLoop) {
        handler = Handler(interface)
        self.connection = OpaquePointer(g_object_ref(UnsafeMutableRawPointer(connection))!)
        self.path = path
        self.loop = loop
    }

    deinit {
        // Calls already received are answered; later ones fail.
        if registration != 0 { g_dbus_connection_unregister_object(connection, registration) }
        g_object_unref(UnsafeMutableRawPointer(connection))
    }

    func begin() {
        loop.perform { [self] in register() }
    }

    private func register() {
        var error: UnsafeMutablePointer<GError>?
        guard let node = g_dbus_node_info_new_for_xml("<node>\(handler.interface.description)</node>", &error) else {
            preconditionFailure("invalid description of an interface: \(BusError(.call, handler.interface.name, error))")
        }
        defer { g_dbus_node_info_unref(node) }
        // Without property functions, property access arrives as method calls, which can be answered asynchronously.
        var table = GDBusInterfaceVTable()
        table.method_call = { _, _, _, interface, method, arguments, invocation, handler in
            let handler = Unmanaged<Handler>.fromOpaque(handler!).takeUnretainedValue()
            let call = Invocation(invocation!)
            let (interface, method, arguments) = (String(cString: interface!), String(cString: method!), BusValue(arguments!).elements)
            Task { @MainActor in
                do {
                    call.answer(try handler.answer(interface, method, arguments))
                } catch {
                    call.refuse(error as? BusMethodError ?? BusMethodError(message: String(describing: error)))
                }
            }
        }
        registration = g_dbus_connection_register_object(
            connection, path, g_dbus_node_info_lookup_interface(node, handler.interface.name), &table,
            Unmanaged.passRetained(handler).toOpaque(), { Unmanaged<Handler>.fromOpaque($0!).release() }, &error)
        if let error { g_error_free(error) }
    }
}

extension BusRegistration.Handler {
    @MainActor func answer(_ interface: String, _ method: String, _ arguments: [BusValue]) throws -> [BusValue] {
        guard interface == "org.freedesktop.DBus.Properties" else { return try self.interface.call(method, arguments) }
        let name = arguments.dropFirst().first?.string ?? ""
        switch method {
        case "GetAll": return [.dictionary(self.interface.properties())]
        case "Get":
            guard let value = self.interface.properties()[name] else { throw BusMethodError.unknown("property \(name)") }
            return [.variant(value)]
        case "Set":
            guard arguments.count == 3, case .variant(let value) = arguments[2] else { throw BusMethodError.unknown("value for \(name)") }
            try self.interface.set(name, value)
            return []
        default: throw BusMethodError.unknown("method \(method)")
        }
    }
}

/// A pending call; it must be answered exactly once.
// @unchecked: GDBusMethodInvocation may be answered on any thread.
private struct Invocation: @unchecked Sendable {
    private let pointer: OpaquePointer
    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    func answer(_ values: [BusValue]) { g_dbus_method_invocation_return_value(pointer, BusValue.tuple(values).made) }
    func refuse(_ refusal: BusMethodError) { g_dbus_method_invocation_return_dbus_error(pointer, refusal.name, refusal.message) }
}
