// SPDX-License-Identifier: Apache-2.0

import CGTK
import Testing

@testable import WindowboxGTK

/// This process as assistive technology sees it: read over the accessibility bus, as a screen reader does.
@MainActor final class AccessibilityTree {
    /// One accessible object.
    @MainActor struct Element {
        fileprivate let tree: AccessibilityTree
        fileprivate let owner: String
        fileprivate let path: String
    }

    private let bus: OpaquePointer
    private static let registry = "org.a11y.atspi.Registry"
    private static let root = "/org/a11y/atspi/accessible/root"

    private init(bus: OpaquePointer) { self.bus = bus }

    isolated deinit { g_object_unref(bus.raw) }

    /// Cached: it does not change while the process lives.
    private static var known: Element?

    /// This process on the accessibility bus; nil without such a bus.
    static func ofThisProcess() async throws -> Element? {
        if known == nil { known = try await find() }
        return known
    }

    private static func find() async throws -> Element? {
        guard let launcher = ofSession() else { return nil }
        guard let address = await launcher.call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")?.strings.first else {
            return nil
        }
        let flags = GDBusConnectionFlags(
            rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        guard let bus = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, nil) else { return nil }
        let tree = AccessibilityTree(bus: bus)
        for _ in 0..<100 {
            for application in await Element(tree: tree, owner: registry, path: root).children where await tree.isOwn(application.owner) {
                return application
            }
            await settle()
        }
        return nil
    }

    /// The session's bus, on which the accessibility service publishes its status.
    static func ofSession() -> AccessibilityTree? {
        g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil).map { AccessibilityTree(bus: $0) }
    }

    /// Makes the session believe that a screen reader has started or stopped.
    func setScreenReader(_ isRunning: Bool) async {
        let value = g_variant_new_variant(g_variant_new_boolean(isRunning.gboolean))
        let arguments = Answer.tuple([g_variant_new_string("org.a11y.Status"), g_variant_new_string("ScreenReaderEnabled"), value])
        _ = await call("org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set", arguments)
    }

    private func isOwn(_ name: String) async -> Bool {
        let arguments = Answer.tuple([g_variant_new_string(name)])
        let answer = await call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID", arguments)
        return answer?.number == Double(getpid())
    }

    /// Makes a call, and runs the main loop meanwhile, because this process answers itself.
    fileprivate func call(
        _ owner: String, _ path: String, _ interface: String, _ method: String, _ arguments: OpaquePointer? = nil
    ) async -> Answer? {
        final class Reply {
            var isThere = false
            var variant: OpaquePointer?
        }
        let reply = Reply()
        g_dbus_connection_call(
            bus, owner, path, interface, method, arguments, nil, G_DBUS_CALL_FLAGS_NONE, 5000, nil,
            { connection, result, data in
                onMain((connection!, result, data!)) { connection, result, data in
                    let reply = Unmanaged<Reply>.fromOpaque(data).takeRetainedValue()
                    reply.variant = g_dbus_connection_call_finish(connection.raw.opaque, result, nil)
                    reply.isThere = true
                }
            }, Unmanaged.passRetained(reply).toOpaque())
        _ = await eventually { reply.isThere }
        return reply.variant.map { Answer(adopting: $0) }
    }
}

/// The response to a call: a tree of variants.
@MainActor private final class Answer {
    let variant: OpaquePointer

    init(adopting variant: OpaquePointer) { self.variant = variant }
    isolated deinit { g_variant_unref(variant) }

    static func tuple(_ parts: [OpaquePointer?]) -> OpaquePointer {
        var parts = parts
        return g_variant_new_tuple(&parts, gsize(parts.count))
    }

    var children: [Answer] {
        guard g_variant_is_container(variant) != 0 else { return [] }
        return (0..<g_variant_n_children(variant)).map { Answer(adopting: g_variant_get_child_value(variant, $0)) }
    }

    private var type: String { String(cString: g_variant_get_type_string(variant)) }

    /// All strings in it, in order.
    var strings: [String] {
        type == "s" || type == "o" ? [String(cString: g_variant_get_string(variant, nil))] : children.flatMap(\.strings)
    }

    /// The first number in it.
    var number: Double? {
        switch type {
        case "d": g_variant_get_double(variant)
        case "u": Double(g_variant_get_uint32(variant))
        case "i": Double(g_variant_get_int32(variant))
        default: children.lazy.compactMap(\.number).first
        }
    }
}

@MainActor extension AccessibilityTree.Element {
    private static let accessible = "org.a11y.atspi.Accessible"

    var children: [Self] {
        get async {
            let answer = await tree.call(owner, path, Self.accessible, "GetChildren")
            return (answer?.children.first?.children ?? []).compactMap { reference in
                let parts = reference.strings
                return parts.count == 2 ? Self(tree: tree, owner: parts[0], path: parts[1]) : nil
            }
        }
    }

    var role: String { get async { await tree.call(owner, path, Self.accessible, "GetRoleName")?.strings.first ?? "" } }
    var name: String { get async { await property(Self.accessible, "Name")?.strings.first ?? "" } }
    var value: Double? { get async { await property("org.a11y.atspi.Value", "CurrentValue")?.number } }

    func set(value: Double) async {
        let number = g_variant_new_variant(g_variant_new_double(value))
        let arguments = Answer.tuple([g_variant_new_string("org.a11y.atspi.Value"), g_variant_new_string("CurrentValue"), number])
        _ = await tree.call(owner, path, "org.freedesktop.DBus.Properties", "Set", arguments)
    }

    func press() async {
        _ = await tree.call(owner, path, "org.a11y.atspi.Action", "DoAction", Answer.tuple([g_variant_new_int32(0)]))
    }

    /// All descendants, as `role: name`.
    var outline: [String: Self] {
        get async {
            var found: [String: Self] = [:]
            var queue = await children
            while !queue.isEmpty {
                let element = queue.removeFirst()
                found["\(await element.role): \(await element.name)"] = element
                queue += await element.children
            }
            return found
        }
    }

    private func property(_ interface: String, _ name: String) async -> Answer? {
        let arguments = Answer.tuple([g_variant_new_string(interface), g_variant_new_string(name)])
        return await tree.call(owner, path, "org.freedesktop.DBus.Properties", "Get", arguments)
    }
}
