// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes

/// Credentials of a browser that opens a WebSocket. Browsers can't send header fields with it, and URLs end up in logs and histories, so
/// tokens are sent as subprotocols (RFC 6455 1.9) in addition to the actual one.
///
/// In a page: `new WebSocket(address, ["windowbox", "bearer." + token])`.
enum SocketCredentials {
    /// The actual subprotocol.
    static let spoken = "windowbox"
    private static let fields: [(prefix: String, name: HTTPField.Name, form: @Sendable (Substring) -> String)] = [
        ("bearer.", .authorization, { "Bearer \($0)" }), ("unlock.", .unlockToken, { String($0) }),
        ("studio.", .studioToken, { String($0) }),
    ]

    /// A request's fields, with those that are encoded in its subprotocols. Actual fields take precedence.
    static func expanded(_ request: HTTPFields) -> HTTPFields {
        var expanded = request
        for offered in offered(request) {
            for (prefix, name, form) in fields where offered.hasPrefix(prefix) && request[name] == nil {
                expanded[name] = form(offered.dropFirst(prefix.count))
            }
        }
        return expanded
    }

    /// Whether the client offers the subprotocol, and so expects it in the response.
    static func isOffered(_ request: HTTPFields) -> Bool { offered(request).contains { $0 == spoken } }

    private static func offered(_ request: HTTPFields) -> [String] {
        request[values: .secWebSocketProtocol].filter { $0.utf8.count <= 8192 }.flatMap { value in
            value.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }
}
