// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// A connection that has become a WebSocket, for sending.
struct WebSocket: Sendable {
    let channel: any Channel
    private let handler: NIOLoopBound<WebSocketHandler>

    /// Sends the response to the upgrade request.
    static func begin(on channel: any Channel, _ head: String) async throws -> WebSocket {
        let promise = channel.eventLoop.makePromise(of: Void.self)
        let socket = try await channel.eventLoop.submit {
            do {
                let handler = try channel.pipeline.syncOperations.handler(type: WebSocketHandler.self)
                handler.begin(head, promise)
                return WebSocket(channel: channel, handler: NIOLoopBound(handler, eventLoop: channel.eventLoop))
            } catch {
                promise.fail(error)
                throw error
            }
        }.get()
        try await promise.futureResult.get()
        return socket
    }

    private init(channel: any Channel, handler: NIOLoopBound<WebSocketHandler>) {
        self.channel = channel
        self.handler = handler
    }

    /// Returns when the frame has been written, so that only one frame at a time waits for a slow reader.
    func send(_ frame: ByteBuffer) async throws {
        let promise = channel.eventLoop.makePromise(of: Void.self)
        channel.eventLoop.execute { handler.value.send(frame, promise) }
        try await promise.futureResult.get()
    }

    func close(_ code: WebSocketCloseCode) { channel.eventLoop.execute { handler.value.close(code) } }

    /// Returns when the connection is closed.
    func closed() async { try? await channel.closeFuture.get() }
}

/// How to serve a connection that becomes a WebSocket.
struct WebSocketSession: Sendable {
    let handshake: WebSocketHandshake
    let run: @Sendable (WebSocket) async -> Void
}
