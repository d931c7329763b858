// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes

/// What a browser proves by that it may open a WebSocket. It can send no field of its own with one, and an address stands in logs and in
/// histories: so tokens come as subprotocols (RFC 6455 1.9), beside the one that is spoken.
///
/// In a page: `new WebSocket(address, ["windowbox", "bearer." + token])`.
enum SocketCredentials {
    /// The protocol that is spoken.
    static let spoken = "windowbox"
    private static let fields: [(prefix: String, name: HTTPField.Name, form: @Sendable (Substring) -> String)] = [
        ("bearer.", .authorization, { "Bearer \($0)" }), ("unlock.", .unlockToken, { String($0) }),
        ("studio.", .studioToken, { String($0) }),
    ]

    /// The fields of a request with those that its subprotocols stand for. What it says in a field itself counts more.
    static func expanded(_ request: HTTPFields) -> HTTPFields {
        var expanded = request
        for offered in offered(request) {
            for (prefix, name, form) in fields where offered.hasPrefix(prefix) && request[name] == nil {
                expanded[name] = form(offered.dropFirst(prefix.count))
            }
        }
        return expanded
    }

    /// Whether the other side names the protocol, and so waits for it to be named back.
    static func isOffered(_ request: HTTPFields) -> Bool { offered(request).contains { $0 == spoken } }

    private static func offered(_ request: HTTPFields) -> [String] {
        request[values: .secWebSocketProtocol].filter { $0.utf8.count <= 8192 }.flatMap { value in
            value.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }
}
