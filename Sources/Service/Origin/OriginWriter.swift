// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1

/// The client is gone.
public struct OriginClientLeft: Error, Hashable, Sendable {}

/// Writes a streamed body. Every call waits until the client has taken what was written before.
public struct OriginWriter: Sendable {
    let channel: any Channel

    /// - Throws: ``OriginClientLeft``.
    public func write(_ bytes: [UInt8]) async throws {
        try await send(.body(.byteBuffer(ByteBuffer(bytes: bytes))))
    }

    /// Sends nothing for a while, by a timer of the server's own event loop.
    public func pause(milliseconds: Int) async throws {
        try await channel.eventLoop.scheduleTask(in: .milliseconds(Int64(milliseconds))) {}.futureResult.get()
        if !channel.isActive { throw OriginClientLeft() }
    }

    /// Ends the connection here, whatever was announced.
    public func drop() async throws {
        try? await channel.close()
        throw OriginClientLeft()
    }

    /// Sends nothing more until the client leaves.
    public func hang() async throws {
        try? await channel.closeFuture.get()
        throw OriginClientLeft()
    }

    func send(_ part: HTTPServerResponsePart) async throws {
        do { try await channel.writeAndFlush(part) } catch { throw OriginClientLeft() }
    }
}
