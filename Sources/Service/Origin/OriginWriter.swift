// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1

/// The client has disconnected.
public struct OriginClientLeft: Error, Hashable, Sendable {}

/// Writes a streamed body. Every call waits until earlier data has been accepted.
public struct OriginWriter: Sendable {
    let channel: any Channel

    /// - Throws: ``OriginClientLeft``.
    public func write(_ bytes: [UInt8]) async throws {
        try await send(.body(.byteBuffer(ByteBuffer(bytes: bytes))))
    }

    /// Sends nothing for a while.
    public func pause(milliseconds: Int) async throws {
        try await channel.eventLoop.scheduleTask(in: .milliseconds(Int64(milliseconds))) {}.futureResult.get()
        if !channel.isActive { throw OriginClientLeft() }
    }

    /// Closes the connection at once, whatever was announced.
    public func drop() async throws {
        try? await channel.close()
        throw OriginClientLeft()
    }

    /// Sends nothing more until the client disconnects.
    public func hang() async throws {
        try? await channel.closeFuture.get()
        throw OriginClientLeft()
    }

    func send(_ part: HTTPServerResponsePart) async throws {
        do { try await channel.writeAndFlush(part) } catch { throw OriginClientLeft() }
    }
}
