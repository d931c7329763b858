// SPDX-License-Identifier: Apache-2.0

/// An interface that a program offers at an object path.
struct BusInterface: Sendable {
    /// D-Bus introspection XML with one `interface` element.
    let name: String
    let description: String
    /// Handles a call; thrown errors are returned to the caller.
    let call: @MainActor @Sendable (_ method: String, _ arguments: [BusValue]) throws -> [BusValue]
    /// The current values of all properties.
    let properties: @MainActor @Sendable () -> [String: BusValue]
    /// Sets a property at a caller's request.
    let set: @MainActor @Sendable (_ property: String, _ value: BusValue) throws -> Void
}

/// The error returned to the caller of a method.
struct BusMethodError: Error, Hashable {
    var name = "org.freedesktop.DBus.Error.Failed"
    var message: String

    static func unknown(_ what: String) -> BusMethodError {
        BusMethodError(name: "org.freedesktop.DBus.Error.UnknownMethod", message: "There is no \(what) here.")
    }
    static func readOnly(_ property: String) -> BusMethodError {
        BusMethodError(name: "org.freedesktop.DBus.Error.PropertyReadOnly", message: "\(property) can't be set.")
    }
}
