// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import NIOWebSocket
import Testing

@testable import WindowboxServer

/// The frames that a client sends.
enum ClientFrame {
    static func make(
        _ first: UInt8, _ payload: [UInt8], key: [UInt8]? = [0x37, 0xFA, 0x21, 0x3D], declared: UInt64? = nil
    ) -> [UInt8] {
        let length = declared ?? UInt64(payload.count)
        let mask: UInt8 = key == nil ? 0 : 0x80
        var frame = [first]
        switch length {
        case ..<126: frame.append(mask | UInt8(length))
        case ..<65536: frame += [mask | 126, UInt8(length >> 8), UInt8(length & 0xFF)]
        default:
            frame.append(mask | 127)
            frame += stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: length >> UInt64($0)) }
        }
        guard let key else { return frame + payload }
        return frame + key + payload.enumerated().map { $1 ^ key[$0 & 3] }
    }

    static func text(_ text: String) -> [UInt8] { make(0x81, Array(text.utf8)) }
    static func close(_ code: UInt16) -> [UInt8] { make(0x88, [UInt8(code >> 8), UInt8(code & 0xFF)]) }
}

@Suite("WebSocket frames") struct WebSocketHandlerTests {
    /// A frame that the service sends.
    private struct Reply: Hashable {
        var first: UInt8
        var payload: [UInt8]

        static func pong(_ payload: [UInt8]) -> Reply { Reply(first: 0x8A, payload: payload) }
        static func close(_ code: Int) -> Reply { Reply(first: 0x88, payload: [UInt8(code >> 8), UInt8(code & 0xFF)]) }
    }

    /// The pipeline of a WebSocket, without a network.
    private struct Socket {
        let channel: EmbeddedChannel
        let handler: WebSocketHandler

        init(limit: Int = 4096) throws {
            var settings = WebSocketSettings(ping: .hours(1), silence: .hours(1), stall: .hours(1))
            settings.largestMessage = limit
            settings.frames = RateLimit(perSecond: 1e6, burst: 1e6)
            handler = WebSocketHandler(settings)
            channel = EmbeddedChannel(handlers: WebSocketHandler.handlers(settings, handler))
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        }

        func receive(_ bytes: some Sequence<UInt8>) throws { try channel.writeInbound(ByteBuffer(bytes: bytes)) }

        func sent() throws -> ByteBuffer {
            var bytes = ByteBuffer()
            while var part = try channel.readOutbound(as: ByteBuffer.self) { bytes.writeBuffer(&part) }
            return bytes
        }

        private struct Truncated: Error {}

        /// Short frames that were sent.
        func replies() throws -> [Reply] {
            var (bytes, replies) = (try sent(), [Reply]())
            while let first = bytes.readInteger(as: UInt8.self) {
                guard let length = bytes.readInteger(as: UInt8.self), let payload = bytes.readBytes(length: Int(length)) else {
                    throw Truncated()
                }
                replies.append(Reply(first: first, payload: payload))
            }
            return replies
        }
    }

    /// Receives the same bytes at once, byte by byte, and split anywhere.
    private func replies(to bytes: [UInt8], limit: Int = 4096) throws -> [Reply] {
        let whole = try Socket(limit: limit)
        try whole.receive(bytes)
        let replies = try whole.replies()
        let single = try Socket(limit: limit)
        for byte in bytes { try single.receive([byte]) }
        #expect(try single.replies() == replies)
        for cut in stride(from: 1, to: min(bytes.count, 40), by: 1) {
            let parts = try Socket(limit: limit)
            try parts.receive(bytes[..<cut])
            try parts.receive(bytes[cut...])
            #expect(try parts.replies() == replies)
        }
        return replies
    }

    private let ping = ClientFrame.make(0x89, [7])

    @Test("Frames are read in any chunks") func frames() throws {
        // The examples of RFC 6455, section 5.7.
        let hello: [UInt8] = [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
        #expect(try replies(to: hello + ping) == [.pong([7])])
        let fragments = ClientFrame.make(0x01, Array("Hel".utf8)) + ping + ClientFrame.make(0x80, Array("lo".utf8))
        #expect(try replies(to: fragments + ping) == [.pong([7]), .pong([7])])
        let long = ClientFrame.make(0x82, [UInt8](repeating: 5, count: 300))
        #expect(try replies(to: long + ClientFrame.make(0x8A, []) + ping) == [.pong([7])])
        #expect(try replies(to: ClientFrame.close(1000) + ClientFrame.text("x") + ping) == [.close(1000)])
        #expect(try replies(to: ClientFrame.close(4321)) == [.close(4321)])
        #expect(try replies(to: ClientFrame.make(0x88, [])) == [.close(1000)])
    }

    @Test("A character may be split between fragments") func splitLetter() throws {
        let letter = Array("é".utf8)
        let fragments = ClientFrame.make(0x01, [letter[0]]) + ClientFrame.make(0x80, [letter[1]])
        #expect(try replies(to: fragments + ping) == [.pong([7])])
    }

    @Test(
        "A protocol violation ends the connection with its code, and nothing after it is read",
        arguments: [
            ("not masked", ClientFrame.make(0x81, [0x41], key: nil), 1002), ("reserved bit", ClientFrame.make(0xC1, [0x41]), 1002),
            ("fragment not masked", ClientFrame.make(0x01, [0x41]) + ClientFrame.make(0x80, [0x41], key: nil), 1002),
            ("unknown opcode", ClientFrame.make(0x83, []), 1002), ("unknown control", ClientFrame.make(0x8B, []), 1002),
            ("control in fragments", ClientFrame.make(0x09, []), 1002),
            ("long control", ClientFrame.make(0x89, [UInt8](repeating: 0, count: 126)), 1002),
            ("continuation of nothing", ClientFrame.make(0x80, [0x41]), 1002),
            ("text within text", ClientFrame.make(0x01, [0x41]) + ClientFrame.make(0x81, [0x41]), 1002),
            ("bad text", ClientFrame.make(0x81, [0xC3, 0x28]), 1007), ("surrogate", ClientFrame.make(0x81, [0xED, 0xA0, 0x80]), 1007),
            ("overlong", ClientFrame.make(0x81, [0xC0, 0xAF]), 1007),
            ("bad text in fragments", ClientFrame.make(0x01, [0xC3]) + ClientFrame.make(0x80, [0x28]), 1007),
            ("too large", ClientFrame.make(0x82, [UInt8](repeating: 0, count: 5000)), 1009),
            ("said to be huge", ClientFrame.make(0x82, [], declared: 1 << 40), 1009),
            ("longer than there are numbers", ClientFrame.make(0x82, [], declared: .max), 1009),
            (
                "too large in fragments",
                ClientFrame.make(0x02, [UInt8](repeating: 0, count: 4000)) + ClientFrame.make(0x80, [UInt8](repeating: 0, count: 200)), 1009
            ),
            ("one byte of a code", ClientFrame.make(0x88, [3]), 1002), ("code of nobody", ClientFrame.close(999), 1002),
            ("code that is never sent", ClientFrame.close(1005), 1002), ("code of the future", ClientFrame.close(5000), 1002),
            ("bad reason", ClientFrame.make(0x88, [0x03, 0xE8, 0xFF]), 1007),
        ])
    func violations(name: String, bytes: [UInt8], code: Int) throws {
        #expect(try replies(to: bytes + ping) == [.close(code)], "\(name)")
    }

    @Test("A message of very many fragments is refused") func crumbs() throws {
        let crumbs = ClientFrame.make(0x01, []) + (0..<100).flatMap { _ in ClientFrame.make(0x00, []) }
        #expect(try replies(to: crumbs) == [.close(1002)])
    }

    @Test("Random bytes neither crash the pipeline nor close it more than once") func noise() throws {
        var chance = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let socket = try Socket(limit: 100)
            for _ in 0..<40 where socket.channel.isActive {
                try socket.receive((0..<Int.random(in: 0...30, using: &chance)).map { _ in UInt8.random(in: 0...255, using: &chance) })
            }
            #expect(try socket.replies().count { $0.first == 0x88 } <= 1)
        }
    }

    @Test("Texts to clients use the shortest length encoding", arguments: [0, 125, 126, 65535, 65536]) func writing(count: Int) throws {
        let socket = try Socket()
        let promise = socket.channel.eventLoop.makePromise(of: Void.self)
        socket.handler.send([ByteBuffer(repeating: 0x41, count: count)], promise)
        try promise.futureResult.wait()
        let sent = try socket.sent()
        #expect(sent.readableBytes == count + (count < 126 ? 2 : count < 65536 ? 4 : 10))
        #expect(sent.getInteger(at: sent.readerIndex, as: UInt8.self) == 0x81)
    }

    @Test("HTTP handlers behind a WebSocket can't write to it, and see none of its data") func isolation() throws {
        let socket = try Socket()
        #expect(throws: ChannelError.ioOnClosedChannel) { try socket.channel.writeOutbound(ByteBuffer(string: "HTTP/1.1 200 OK")) }
        try socket.receive(ClientFrame.text("x"))
        #expect(try socket.sent().readableBytes == 0)
        #expect(try socket.channel.readInbound(as: WebSocketFrame.self) == nil)
    }

    @Test("Nothing is sent after a WebSocket was closed") func closed() throws {
        let socket = try Socket()
        socket.handler.close(.goingAway)
        let promise = socket.channel.eventLoop.makePromise(of: Void.self)
        socket.handler.send([ByteBuffer(string: "late")], promise)
        #expect(throws: ChannelError.ioOnClosedChannel) { try promise.futureResult.wait() }
        socket.handler.close(.normalClosure)
        #expect(try socket.replies() == [.close(1001)])
    }
}
