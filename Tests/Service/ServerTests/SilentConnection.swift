// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix

/// A connection that sends a request and never reads the response.
enum SilentConnection {
    /// - Returns: The channel, to close it.
    static func open(_ port: Int, _ text: String) async throws -> any Channel {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.autoRead, value: false)
            .connect(host: "127.0.0.1", port: port).get()
        try await channel.writeAndFlush(ByteBuffer(string: text))
        return channel
    }
}
