// SPDX-License-Identifier: Apache-2.0

import CGIO

/// Why something on D-Bus did not work.
public struct BusError: Error, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong; more may come, so match with the static members.
    public struct Code: Hashable, Sendable {
        public let name: String
        init(_ name: String) { self.name = name }

        /// There is no session bus, or it is gone.
        public static let noBus = Code("noBus")
        /// Another program has the name.
        public static let nameTaken = Code("nameTaken")
        /// The other side answered with an error, or not at all.
        public static let call = Code("call")
    }

    public let code: Code
    /// Cause, place and cure.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Takes over an error of GLib.
    init(_ code: Code, _ place: String, _ error: UnsafeMutablePointer<GError>?) {
        var reason = "no reason was given"
        if let error {
            g_dbus_error_strip_remote_error(error)
            reason = String(cString: error.pointee.message)
            g_error_free(error)
        }
        self.init(code, "\(place): \(reason)")
    }

    public static func ~= (code: Code, error: BusError) -> Bool { error.code == code }
}
