// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import HTTPTypes
import WindowboxContract

/// A WebSocket upgrade request (RFC 6455 4.2).
struct WebSocketHandshake: Sendable {
    /// The value of `Sec-WebSocket-Accept`.
    let accept: String
    private let namesProtocol: Bool

    /// - Throws: ``ErrorCode/upgradeRequired`` for any other request.
    init(_ fields: HTTPFields) throws(APIError) {
        func has(_ name: HTTPField.Name, _ word: String) -> Bool {
            fields[values: name].contains { value in
                value.split(separator: ",").contains { $0.trimmingCharacters(in: .whitespaces).lowercased() == word }
            }
        }
        guard has(.upgrade, "websocket"), has(.connection, "upgrade"), fields[values: .secWebSocketVersion] == ["13"] else {
            throw APIError(.upgradeRequired, "This is a WebSocket of version 13: ask for it with Upgrade, Connection and its version.")
        }
        let keys = fields[values: .secWebSocketKey]
        guard keys.count == 1, let key = keys.first, Data(base64Encoded: key)?.count == 16 else {
            throw APIError(.upgradeRequired, "The key of a WebSocket is 16 bytes in base64.", field: "Sec-WebSocket-Key")
        }
        namesProtocol = SocketCredentials.isOffered(fields)
        accept = Data(Insecure.SHA1.hash(data: Data("\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8))).base64EncodedString()
    }

    /// The response that precedes the first frame.
    func head(requestID: String) -> String {
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: \(accept)\r\n"
            + (namesProtocol ? "Sec-WebSocket-Protocol: \(SocketCredentials.spoken)\r\n" : "") + "X-Request-Id: \(requestID)\r\n\r\n"
    }
}
