// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOPosix
import Testing
import WindowboxContract

/// A test's WebSocket, which can send any bytes and receives everything.
struct SocketClient: Sendable {
    enum Event: Hashable, Sendable {
        case head(String)
        case text(String)
        case ping, pong
        case close(Int)
    }

    let channel: any Channel
    private let events: AsyncStream<Event>

    /// Requests a socket; ``head()`` gives the result.
    static func open(_ service: RunningService, _ path: String, _ fields: [(String, String)] = [], answersPings: Bool = true)
        async throws -> SocketClient
    {
        let (events, tell) = AsyncStream<Event>.makeStream()
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Hearing(tell: tell, answersPings: answersPings))
                }
            }
            .connect(host: "127.0.0.1", port: service.port).get()
        let all =
            [
                ("Host", "localhost"), ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13"),
                ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
            ].filter { name, _ in !fields.contains { $0.0 == name } } + fields.filter { !$0.1.isEmpty }
        let head = "GET \(path) HTTP/1.1\r\n" + all.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n"
        try await channel.writeAndFlush(ByteBuffer(string: head))
        return SocketClient(channel: channel, events: events)
    }

    /// Opens a socket as a guest does.
    static func follow(
        _ client: Client, _ stream: String = "l1", _ query: String = "", _ fields: [(String, String)] = []
    ) async throws -> SocketClient {
        let socket = try await open(
            client.service, "/v1/live_streams/\(stream)/socket\(query)", [("Authorization", "Bearer \(client.token)")] + fields)
        let head = await socket.next()
        guard case .head(let text) = head, text.hasPrefix("HTTP/1.1 101") else { throw Refusal(head: "\(head as Any)") }
        return socket
    }

    struct Refusal: Error { let head: String }

    func send(_ bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)) }

    /// The next event; nil once the connection is closed.
    func next() async -> Event? {
        for await event in events { return event }
        return nil
    }

    /// The status of the handshake's response.
    func status() async -> Int? {
        guard case .head(let text)? = await next() else { return nil }
        return Int(text.dropFirst(9).prefix(3))
    }

    /// The next message of any type.
    func message() async throws -> SocketMessage {
        while let event = await next() {
            if case .text(let text) = event { return try ContractJSON.decode(SocketMessage.self, from: text) }
        }
        throw Refusal(head: "closed")
    }

    /// The next message that is not a viewer count.
    func news() async throws -> SocketMessage {
        while true {
            let message = try await message()
            if message.type != .viewers { return message }
        }
    }

    /// The code with which it is closed; nil if the connection just ends.
    func closing() async -> Int? {
        while let event = await next() { if case .close(let code) = event { return code } }
        return nil
    }

    func close() async throws { try await channel.close() }
}

private final class Hearing: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let tell: AsyncStream<SocketClient.Event>.Continuation
    private let answersPings: Bool
    private var received: [UInt8] = []
    private var isFrames = false
    private var isRefused = false

    init(tell: AsyncStream<SocketClient.Event>.Continuation, answersPings: Bool) {
        self.tell = tell
        self.answersPings = answersPings
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The body of a refusal is not a frame.
        guard !isRefused else { return }
        received += unwrapInboundIn(data).readableBytesView
        if !isFrames, let end = received.firstRange(of: Array("\r\n\r\n".utf8)) {
            let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
            tell.yield(.head(head))
            received.removeFirst(end.upperBound)
            isFrames = head.hasPrefix("HTTP/1.1 101")
            isRefused = !isFrames
        }
        while isFrames, let (first, payload) = frame() {
            switch first {
            case 0x81: tell.yield(.text(String(decoding: payload, as: UTF8.self)))
            case 0x89:
                tell.yield(.ping)
                if answersPings { context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: ClientFrame.make(0x8A, payload))), promise: nil) }
            case 0x8A: tell.yield(.pong)
            case 0x88: tell.yield(.close(payload.count < 2 ? 0 : Int(payload[0]) << 8 | Int(payload[1])))
            default: tell.yield(.close(-1))
            }
        }
    }

    private func frame() -> (UInt8, [UInt8])? {
        guard received.count >= 2 else { return nil }
        let count = received[1] == 126 ? 2 : received[1] == 127 ? 8 : 0
        guard received.count >= 2 + count else { return nil }
        let length = count == 0 ? Int(received[1]) : received[2..<(2 + count)].reduce(0) { $0 << 8 | Int($1) }
        guard received.count >= 2 + count + length else { return nil }
        let result = (received[0], Array(received[(2 + count)..<(2 + count + length)]))
        received.removeFirst(2 + count + length)
        return result
    }

    func channelInactive(context: ChannelHandlerContext) {
        tell.finish()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
