// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Makes responses of SHOUTcast 1 servers readable as HTTP: their status line is `ICY 200 OK`, and the rest is as in HTTP/1.0.
final class ShoutcastStatusLine: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private static let name = Array("ICY ".utf8)
    private var held: ByteBuffer?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        if var earlier = held.take() {
            earlier.writeBuffer(&bytes)
            bytes = earlier
        }
        let start = bytes.readableBytesView.prefix(Self.name.count)
        guard Self.name.starts(with: start) else { return passOn(bytes, context) }
        guard start.count == Self.name.count else {
            held = bytes
            return
        }
        bytes.moveReaderIndex(forwardBy: Self.name.count)
        var line = context.channel.allocator.buffer(capacity: bytes.readableBytes + 9)
        line.writeString("HTTP/1.0 ")
        line.writeBuffer(&bytes)
        passOn(line, context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        if let rest = held.take() { context.fireChannelRead(wrapInboundOut(rest)) }
        context.fireChannelInactive()
    }

    /// Only the first response of a connection needs this: such servers close the connection at the end.
    private func passOn(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        context.fireChannelRead(wrapInboundOut(bytes))
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }
}
