// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix

/// A connection that says exactly what it is told to, for what no HTTP client would say.
enum RawConnection {
    /// Says something and hears all that comes back until the other side closes.
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
            var heard = ""
            do { for try await piece in inbound { heard += String(buffer: piece) } } catch is IOError {}
            return heard
        }
    }
}
