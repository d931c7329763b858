// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The handler in front of HTTP on each connection. It passes everything through until the
/// connection becomes a WebSocket, and nothing after that.
///
/// So HTTP handlers are never removed: they see one request being answered until the connection ends.
final class WebSocketHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = Never
    typealias OutboundOut = ByteBuffer

    private let settings: WebSocketSettings
    /// Nil while the connection is HTTP.
    private var reader: WebSocketReader?
    private var context: ChannelHandlerContext?
    private var frames: TokenBucket
    private var lastHeard = NIODeadline.now()
    private var alarm: Scheduled<Void>?
    private var isClosing = false

    init(settings: WebSocketSettings) {
        self.settings = settings
        frames = TokenBucket(settings.frames, at: 0)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        alarm?.cancel()
        self.context = nil
    }

    // MARK: Sending, on the connection's event loop

    /// Switches the connection to WebSocket.
    func begin(_ head: String, _ promise: EventLoopPromise<Void>) {
        guard let context, reader == nil, context.channel.isActive else { return promise.fail(ChannelError.ioOnClosedChannel) }
        reader = WebSocketReader(limit: settings.largestMessage)
        lastHeard = .now()
        frames = TokenBucket(settings.frames, at: Self.seconds(.now()))
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: head)), promise: promise)
        schedule(context)
        context.read()
    }

    func send(_ frame: ByteBuffer, _ promise: EventLoopPromise<Void>) {
        guard let context, !isClosing else { return promise.fail(ChannelError.ioOnClosedChannel) }
        let channel = context.channel
        let stall = context.eventLoop.scheduleTask(in: settings.stall) { channel.close(promise: nil) }
        promise.futureResult.whenComplete { _ in stall.cancel() }
        context.writeAndFlush(wrapOutboundOut(frame), promise: promise)
    }

    /// Sends the reason and gives the client a second to receive it.
    func close(_ code: WebSocketCloseCode) {
        guard let context, reader != nil, !isClosing else { return }
        isClosing = true
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(WebSocketFrame.close(code)), promise: nil)
        context.close(mode: .output, promise: nil)
        context.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
    }

    // MARK: Receiving

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard reader != nil else { return context.fireChannelRead(data) }
        lastHeard = .now()
        guard !isClosing else { return }
        for event in reader?.read(unwrapInboundIn(data).readableBytesView) ?? [] where !isClosing { hear(event, context) }
    }

    private func hear(_ event: WebSocketReader.Event, _ context: ChannelHandlerContext) {
        if frames.take(settings.frames, at: Self.seconds(lastHeard)) != nil { return close(.policy) }
        switch event {
        // No pongs for clients that don't read.
        case .ping(let payload):
            if context.channel.isWritable { context.writeAndFlush(wrapOutboundOut(WebSocketFrame.pong(payload)), promise: nil) }
        // Clients send data through the API, where it is validated, limited and counted.
        case .pong, .message: break
        case .close(let code): close(code ?? .normal)
        case .violation(let code): close(code)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if reader == nil { context.fireChannelReadComplete() } else { context.read() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if reader == nil { context.fireErrorCaught(error) } else { context.close(promise: nil) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard reader != nil else { return context.fireUserInboundEventTriggered(event) }
        switch event {
        case is ChannelShouldQuiesceEvent: close(.goingAway)
        case ChannelEvent.inputClosed: context.close(promise: nil)
        default: break
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        alarm?.cancel()
        context.fireChannelInactive()
    }

    // MARK: Keep-alive

    private func schedule(_ context: ChannelHandlerContext) {
        let own = NIOLoopBound(self, eventLoop: context.eventLoop)
        alarm = context.eventLoop.scheduleTask(in: settings.ping) { own.value.wake() }
    }

    private func wake() {
        guard let context, !isClosing else { return }
        if .now() - lastHeard >= settings.silence { return context.close(promise: nil) }
        if context.channel.isWritable { context.writeAndFlush(wrapOutboundOut(WebSocketFrame.ping()), promise: nil) }
        schedule(context)
    }

    private static func seconds(_ time: NIODeadline) -> Double { Double(time.uptimeNanoseconds) / 1e9 }
}
