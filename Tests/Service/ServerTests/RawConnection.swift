// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix

/// A connection that sends exactly what it is given, for requests that no HTTP client would send.
enum RawConnection {
    /// Sends a text and reads until the other side closes.
    static func exchange(_ port: Int, _ text: String, endsSending: Bool = false) async throws -> String {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: text))
            if endsSending { outbound.finish() }
            var received = ""
            do { for try await piece in inbound { received += String(buffer: piece) } } catch is IOError {}
            return received
        }
    }

    /// Sends a text, and then a little more repeatedly, until the other side closes.
    static func drip(_ port: Int, _ beginning: String, _ drop: String, every pause: TimeAmount) async throws {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port).get()
        try await channel.writeAndFlush(ByteBuffer(string: beginning))
        let dripping = channel.eventLoop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { _ in
            channel.writeAndFlush(ByteBuffer(string: drop), promise: nil)
        }
        try await channel.closeFuture.get()
        dripping.cancel()
    }

    /// Repeats a request after each response until the other side closes. Responses have no body.
    /// - Parameter then: Receives the number of the response, from 1.
    static func repeated(_ port: Int, _ text: String, _ then: (Int) throws -> Void) async throws -> [String] {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            var answers: [String] = []
            var received = ""
            try await outbound.write(ByteBuffer(string: text))
            for try await piece in inbound {
                received += String(buffer: piece)
                guard received.hasSuffix("\r\n\r\n") else { continue }
                answers.append(received)
                received = ""
                try then(answers.count)
                if answers.last?.lowercased().contains("connection: close") == true { break }
                try await outbound.write(ByteBuffer(string: text))
            }
            return answers
        }
    }
}
