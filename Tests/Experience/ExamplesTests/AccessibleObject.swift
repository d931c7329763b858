// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxKit

/// Another program as assistive technology sees it. Its calls block; all of a session's are made on one thread.
struct AccessibleObject {
    struct Extents: Sendable {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
    }

    private let bus: AccessibilityBus
    let owner: String
    private let path: String

    fileprivate init(_ bus: AccessibilityBus, _ owner: String, _ path: String) { (self.bus, self.owner, self.path) = (bus, owner, path) }

    private static let accessible = "org.a11y.atspi.Accessible"

    var role: String { call(Self.accessible, "GetRoleName")?.strings.first ?? "" }
    var name: String { property(Self.accessible, "Name")?.strings.first ?? "" }
    var value: Double? { property("org.a11y.atspi.Value", "CurrentValue")?.numbers.first }

    var children: [AccessibleObject] {
        let references = call(Self.accessible, "GetChildren")?.strings ?? []
        return stride(from: 0, to: references.count - 1, by: 2).map { AccessibleObject(bus, references[$0], references[$0 + 1]) }
    }

    /// Relative to its window.
    var extents: Extents? {
        let numbers = call("org.a11y.atspi.Component", "GetExtents", [g_variant_new_uint32(1)])?.numbers.map { Int($0) } ?? []
        return numbers.count == 4 ? Extents(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]) : nil
    }

    func press() { _ = call("org.a11y.atspi.Action", "DoAction", [g_variant_new_int32(0)]) }

    func set(value: Double) {
        let number = g_variant_new_variant(g_variant_new_double(value))
        _ = call(
            "org.freedesktop.DBus.Properties", "Set",
            [g_variant_new_string("org.a11y.atspi.Value"), g_variant_new_string("CurrentValue"), number])
    }

    /// All descendants with a role and a name, as `role: name`, from the top.
    func all(_ wanted: String) -> [AccessibleObject] { all { "\($0.role): \($0.name)" == wanted } }

    private func all(where isWanted: (AccessibleObject) -> Bool) -> [AccessibleObject] {
        var found: [AccessibleObject] = []
        var queue = children
        while !queue.isEmpty {
            let object = queue.removeFirst()
            if isWanted(object) { found.append(object) }
            queue += object.children
        }
        return found
    }

    /// The video view, or the one with an index if there are several.
    func video(_ index: Int = 0) -> AccessibleObject? {
        let videos = all { $0.name == "Video" }
        return videos.indices.contains(index) ? videos[index] : nil
    }

    /// Waits for an object with this role and name.
    /// - Parameter index: The index among several matches.
    func wait(for wanted: String, _ index: Int = 0) throws -> AccessibleObject {
        try bus.wait(for: wanted) {
            let found = all(wanted)
            return found.indices.contains(index) ? found[index] : nil
        }
    }

    /// Waits until this object has a name.
    func wait(forName name: String) throws { _ = try bus.wait(for: "the name \(name)") { self.name == name ? true : nil } }

    private func property(_ interface: String, _ name: String) -> Answer? {
        call("org.freedesktop.DBus.Properties", "Get", [g_variant_new_string(interface), g_variant_new_string(name)])
    }

    private func call(_ interface: String, _ method: String, _ arguments: [OpaquePointer?] = []) -> Answer? {
        Answer.of(bus.connection, owner, path, interface, method, arguments)
    }
}

/// The accessibility bus of a session.
final class AccessibilityBus {
    fileprivate let connection: OpaquePointer
    /// The context that receives the bus signals.
    private let context: OpaquePointer

    init(_ session: DesktopSession) throws {
        context = g_main_context_new()
        g_main_context_push_thread_default(context)
        let launcher = try Self.connect(session.bus)
        defer { g_object_unref(UnsafeMutableRawPointer(launcher)) }
        guard
            let address = Answer.of(launcher, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")?.strings.first
        else { throw DesktopSession.Failure(description: "no accessibility bus: install at-spi2-core") }
        connection = try Self.connect(address)
        // Every signal wakes the waiting thread; programs send none unless someone subscribes.
        g_dbus_connection_signal_subscribe(
            connection, nil, nil, nil, nil, nil, G_DBUS_SIGNAL_FLAGS_NONE, { _, _, _, _, _, _, _ in }, nil, nil)
        _ = Answer.of(
            connection, Self.registry, "/org/a11y/atspi/registry", "org.a11y.atspi.Registry", "RegisterEvent",
            [g_variant_new_string("object:"), Answer.noStrings, g_variant_new_string("")])
    }

    deinit {
        g_dbus_connection_close_sync(connection, nil, nil)
        g_object_unref(UnsafeMutableRawPointer(connection))
        g_main_context_pop_thread_default(context)
        g_main_context_unref(context)
    }

    private static let registry = "org.a11y.atspi.Registry"

    private static func connect(_ address: String) throws -> OpaquePointer {
        let flags = G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue
        guard let connection = g_dbus_connection_new_for_address_sync(address, GDBusConnectionFlags(rawValue: flags), nil, nil, nil) else {
            throw DesktopSession.Failure(description: "\(address) can't be reached")
        }
        return connection
    }

    /// The program with a process id, once assistive technology can see it.
    func program(_ process: Int32) throws -> AccessibleObject {
        try wait(for: "process \(process)") {
            AccessibleObject(self, Self.registry, "/org/a11y/atspi/accessible/root").children.first { program in
                let answer = Answer.of(
                    connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
                    [g_variant_new_string(program.owner)])
                return answer?.numbers.first == Double(process)
            }
        }
    }

    /// Checks again after every signal on the bus, and occasionally without one.
    func wait<Found>(for what: String, _ look: () -> Found?) throws -> Found {
        let deadline = g_get_monotonic_time() + 60_000_000
        // Not all changes are signalled, so it also checks without a signal.
        let alarm = g_timeout_source_new(500)
        g_source_set_callback(alarm, { _ in 1 }, nil, nil)
        g_source_attach(alarm, context)
        defer {
            g_source_destroy(alarm)
            g_source_unref(alarm)
        }
        while g_get_monotonic_time() < deadline {
            if let found = look() { return found }
            g_main_context_iteration(context, 1)
            while g_main_context_iteration(context, 0) != 0 {}
        }
        throw DesktopSession.Failure(description: "\(what) did not come")
    }
}

/// The response to a call.
private struct Answer {
    var strings: [String] = []
    var numbers: [Double] = []

    static var noStrings: OpaquePointer { g_variant_new_strv(nil, 0) }

    static func of(
        _ bus: OpaquePointer, _ owner: String, _ path: String, _ interface: String, _ method: String, _ arguments: [OpaquePointer?] = []
    ) -> Answer? {
        var arguments = arguments
        let tuple = g_variant_new_tuple(&arguments, gsize(arguments.count))
        guard
            let variant = g_dbus_connection_call_sync(
                bus, owner, path, interface, method, tuple, nil, G_DBUS_CALL_FLAGS_NONE, 5000, nil, nil)
        else { return nil }
        defer { g_variant_unref(variant) }
        var answer = Answer()
        answer.read(variant)
        return answer
    }

    private mutating func read(_ variant: OpaquePointer) {
        switch String(cString: g_variant_get_type_string(variant)) {
        case "s", "o": strings.append(String(cString: g_variant_get_string(variant, nil)))
        case "d": numbers.append(g_variant_get_double(variant))
        case "u": numbers.append(Double(g_variant_get_uint32(variant)))
        case "i": numbers.append(Double(g_variant_get_int32(variant)))
        default:
            guard g_variant_is_container(variant) != 0 else { return }
            for index in 0..<g_variant_n_children(variant) {
                let child = g_variant_get_child_value(variant, index)!
                read(child)
                g_variant_unref(child)
            }
        }
    }
}
