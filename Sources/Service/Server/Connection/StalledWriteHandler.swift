// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTPTypes

/// Closes a connection whose peer has read nothing of a response for some time, because memory and files are held for it.
final class StalledWriteHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limit: TimeAmount
    /// Writes that the kernel hasn't accepted yet.
    private var waiting = 0
    private var lastProgress = NIODeadline.now()
    private var check: Scheduled<Void>?

    init(limit: TimeAmount) { self.limit = limit }

    func handlerRemoved(context: ChannelHandlerContext) { check?.cancel() }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // Not tracked: the end that follows is.
        if case .head = unwrapOutboundIn(data) { return context.write(data, promise: promise) }
        if waiting == 0 { lastProgress = .now() }
        waiting += 1
        let written = promise ?? context.eventLoop.makePromise(of: Void.self)
        let own = NIOLoopBound(self, eventLoop: context.eventLoop)
        written.futureResult.whenComplete { _ in
            own.value.waiting -= 1
            own.value.lastProgress = .now()
        }
        context.write(data, promise: written)
        if check == nil { schedule(NIOLoopBound(context, eventLoop: context.eventLoop), at: lastProgress + limit) }
    }

    private func schedule(_ context: NIOLoopBound<ChannelHandlerContext>, at deadline: NIODeadline) {
        let own = NIOLoopBound(self, eventLoop: context.value.eventLoop)
        check = context.value.eventLoop.scheduleTask(deadline: deadline) {
            let handler = own.value
            handler.check = nil
            guard handler.waiting > 0 else { return }
            let deadline = handler.lastProgress + handler.limit
            if deadline <= .now() { context.value.close(promise: nil) } else { handler.schedule(context, at: deadline) }
        }
    }
}
