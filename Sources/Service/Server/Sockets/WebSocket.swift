// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1
import NIOWebSocket

/// A connection that has become a WebSocket, for sending.
struct WebSocket: Sendable {
    let channel: any Channel
    private let handler: NIOLoopBound<WebSocketHandler>

    /// Sends the response to the upgrade request, and switches the connection to WebSocket.
    static func begin(
        on channel: any Channel, _ handshake: WebSocketHandshake, requestID: String, _ settings: WebSocketSettings
    ) async throws -> WebSocket {
        try await handshake.response(on: channel, requestID: requestID).flatMap { headers in
            let written = channel.eventLoop.makePromise(of: Void.self)
            do {
                let handler = try WebSocketHandler.install(on: channel, headers, settings, written)
                let socket = WebSocket(channel: channel, handler: NIOLoopBound(handler, eventLoop: channel.eventLoop))
                return written.futureResult.map { socket }
            } catch {
                written.fail(error)
                return channel.eventLoop.makeFailedFuture(error)
            }
        }.get()
    }

    private init(channel: any Channel, handler: NIOLoopBound<WebSocketHandler>) {
        self.channel = channel
        self.handler = handler
    }

    /// Sends texts, and returns when all have been written, so that only these wait for a slow reader.
    func send(_ texts: [ByteBuffer]) async throws {
        let promise = channel.eventLoop.makePromise(of: Void.self)
        channel.eventLoop.execute { handler.value.send(texts, promise) }
        try await promise.futureResult.get()
    }

    func close(_ code: WebSocketErrorCode) { channel.eventLoop.execute { handler.value.close(code) } }

    /// Returns when the connection is closed.
    func closed() async { try? await channel.closeFuture.get() }
}

/// How to serve a connection that becomes a WebSocket.
struct WebSocketSession: Sendable {
    let handshake: WebSocketHandshake
    let run: @Sendable (WebSocket) async -> Void
}
