// SPDX-License-Identifier: Apache-2.0

import CGIO

/// Why a D-Bus operation failed.
public struct BusError: Error, Sendable, CustomStringConvertible {
    /// The kind of error. Cases may be added, so match against the static members.
    public struct Code: Hashable, Sendable {
        /// The code's name in logs, such as `noBus`. It is not meant for users.
        public let name: String
        init(_ name: String) { self.name = name }

        /// There is no session bus, or the connection was lost.
        public static let noBus = Code("noBus")
        /// Another program owns the name.
        public static let nameTaken = Code("nameTaken")
        /// The call returned an error or timed out.
        public static let call = Code("call")
    }

    /// The kind of error, to be matched with the static members of ``Code``.
    public let code: Code
    /// Cause, location and remedy.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Takes ownership of a GLib error.
    init(_ code: Code, _ location: String, _ error: UnsafeMutablePointer<GError>?) {
        var reason = "no reason was given"
        if let error {
            g_dbus_error_strip_remote_error(error)
            reason = String(cString: error.pointee.message)
            g_error_free(error)
        }
        self.init(code, "\(location): \(reason)")
    }

    /// Matches by code, as in `catch let error as BusError where .noBus ~= error`.
    public static func ~= (code: Code, error: BusError) -> Bool { error.code == code }
}
