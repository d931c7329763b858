// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOWebSocket
import WindowboxContract

/// A WebSocket upgrade request (RFC 6455 4.2). It is checked here for the sake of clear errors; NIO makes the response.
struct WebSocketHandshake: Sendable {
    private let key: String
    private let namesProtocol: Bool

    /// - Throws: ``ErrorCode/upgradeRequired`` for any other request.
    init(_ fields: HTTPFields) throws(APIError) {
        func has(_ name: HTTPField.Name, _ word: String) -> Bool {
            fields[values: name].contains { value in
                value.split(separator: ",").contains { $0.trimmingCharacters(in: .whitespaces).lowercased() == word }
            }
        }
        guard has(.upgrade, "websocket"), has(.connection, "upgrade"), fields[values: .secWebSocketVersion] == ["13"] else {
            throw APIError(.upgradeRequired, "This is a WebSocket of version 13: send Upgrade, Connection and Sec-WebSocket-Version.")
        }
        let keys = fields[values: .secWebSocketKey]
        guard keys.count == 1, let key = keys.first, Data(base64Encoded: key)?.count == 16 else {
            throw APIError(.upgradeRequired, "The key of a WebSocket must be 16 bytes in base64.", field: "Sec-WebSocket-Key")
        }
        namesProtocol = SocketCredentials.isOffered(fields)
        self.key = key
    }

    /// The header fields of the response.
    func response(on channel: any Channel, requestID: String) -> EventLoopFuture<HTTPHeaders> {
        var fields = HTTPHeaders([("X-Request-Id", requestID)])
        if namesProtocol { fields.add(name: "Sec-WebSocket-Protocol", value: SocketCredentials.spoken) }
        let upgrader = NIOWebSocketServerUpgrader(
            shouldUpgrade: { [fields] channel, _ in channel.eventLoop.makeSucceededFuture(fields) },
            upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })
        let request = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: "/", headers: ["Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13"])
        return channel.eventLoop.flatSubmit {
            upgrader.buildUpgradeResponse(channel: channel, upgradeRequest: request, initialResponseHeaders: [:])
        }
    }
}
