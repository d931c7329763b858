// SPDX-License-Identifier: Apache-2.0

/// What a program offers at one path of the bus.
struct BusInterface: Sendable {
    /// In the format of D-Bus introspection, one `interface` element.
    let name: String
    let description: String
    /// Answers a call; what it throws is told to the caller.
    let call: @MainActor @Sendable (_ method: String, _ arguments: [BusValue]) throws -> [BusValue]
    /// All of its properties as they are now.
    let properties: @MainActor @Sendable () -> [String: BusValue]
    /// A property that someone wants to be changed.
    let set: @MainActor @Sendable (_ property: String, _ value: BusValue) throws -> Void
}

/// What the caller of a method is told.
struct BusRefusal: Error, Hashable {
    var name = "org.freedesktop.DBus.Error.Failed"
    var message: String

    static func unknown(_ what: String) -> BusRefusal {
        BusRefusal(name: "org.freedesktop.DBus.Error.UnknownMethod", message: "There is no \(what) here.")
    }
    static func readOnly(_ property: String) -> BusRefusal {
        BusRefusal(name: "org.freedesktop.DBus.Error.PropertyReadOnly", message: "\(property) can't be set.")
    }
}
