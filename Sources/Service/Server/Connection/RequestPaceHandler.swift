// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTPTypes

/// Closes a connection whose request arrives too slowly. It sees raw bytes; ``RequestPaceObserver`` reports what they were.
final class RequestPaceHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private var pace: RequestPace
    /// One timer for all requests, since later requests have later deadlines.
    private var alarm: Scheduled<Void>?

    init(_ pace: RequestPace) { self.pace = pace }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        handle(.bytes(unwrapInboundIn(data).readableBytes), context)
        context.fireChannelRead(data)
    }

    func channelInactive(context: ChannelHandlerContext) {
        alarm?.cancel()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { alarm?.cancel() }

    func handle(_ event: RequestPace.Event, _ context: ChannelHandlerContext) {
        pace.handle(event, at: .now())
        if alarm == nil, let deadline = pace.deadline { schedule(NIOLoopBound(context, eventLoop: context.eventLoop), at: deadline) }
    }

    private func schedule(_ context: NIOLoopBound<ChannelHandlerContext>, at time: NIODeadline) {
        let own = NIOLoopBound(self, eventLoop: context.value.eventLoop)
        alarm = context.value.eventLoop.scheduleTask(deadline: time) {
            let handler = own.value
            handler.alarm = nil
            guard let deadline = handler.pace.deadline else { return }
            if deadline <= .now() { context.value.close(promise: nil) } else { handler.schedule(context, at: deadline) }
        }
    }
}

/// Tells the connection's ``RequestPaceHandler`` when a head and when a complete request was read.
final class RequestPaceObserver: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    private var pace: (handler: RequestPaceHandler, context: ChannelHandlerContext)?

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        guard let own = try? pipeline.context(handlerType: RequestPaceHandler.self),
            let handler = try? pipeline.handler(type: RequestPaceHandler.self)
        else { return }
        pace = (handler, own)
    }

    func handlerRemoved(context: ChannelHandlerContext) { pace = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if let pace {
            switch unwrapInboundIn(data) {
            case .head: pace.handler.handle(.head, pace.context)
            case .end: pace.handler.handle(.end, pace.context)
            case .body: break
            }
        }
        context.fireChannelRead(data)
    }
}
