// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTPTypes

/// Flushes once per turn of the event loop, so that responses to pipelined requests are written together.
final class GatheredFlushHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private var isDue = false

    func flush(context: ChannelHandlerContext) {
        guard !isDue else { return }
        isDue = true
        let own = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        context.eventLoop.execute { own.value.handler.flushNow(own.value.context) }
    }

    // Earlier writes go out before the close.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        flushNow(context)
        context.close(mode: mode, promise: promise)
    }

    func handlerRemoved(context: ChannelHandlerContext) { isDue = false }

    private func flushNow(_ context: ChannelHandlerContext) {
        guard isDue else { return }
        isDue = false
        context.flush()
    }
}
