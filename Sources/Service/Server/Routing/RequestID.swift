// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import WindowboxCatalogue
import WindowboxContract

/// The id of a request in the log and in errors.
enum RequestID {
    /// The caller's own id if it is well-formed, so that a request can be traced through several services; else a new one.
    static func of(_ fields: HTTPFields) -> String {
        guard let id = fields[.requestID], (8...64).contains(id.utf8.count), id.utf8.allSatisfy(isPlain) else { return OpaqueID.make() }
        return id
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: false
        }
    }
}
