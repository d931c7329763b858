// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Sends a WebSocket's messages, answers its control frames, and closes it.
///
/// It is in front of the connection's HTTP handlers and hides all later events from them. So they are never removed: they see one request
/// being answered until the connection ends.
final class WebSocketHandler: ChannelDuplexHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundIn = Never
    typealias OutboundOut = WebSocketFrame

    private let settings: WebSocketSettings
    private var context: ChannelHandlerContext?
    private var lastReceived = NIODeadline.now()
    private var alarm: Scheduled<Void>?
    private var isClosing = false
    /// A limit against messages in tiny fragments.
    private static let maximumFragments = 64

    /// Writes the response to the upgrade request, and puts the handlers of WebSockets in front of those of HTTP.
    /// - Parameter written: completed when the response was written; untouched if this throws.
    static func install(
        on channel: any Channel, _ headers: HTTPHeaders, _ settings: WebSocketSettings, _ written: EventLoopPromise<Void>
    ) throws -> WebSocketHandler {
        guard channel.isActive else { throw ChannelError.ioOnClosedChannel }
        let pipeline = channel.pipeline.syncOperations
        let first = try pipeline.handler(type: ConnectionLimitHandler.self)
        let fields = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        let head = ByteBuffer(string: "HTTP/1.1 101 Switching Protocols\r\n\(fields)\r\n")
        try pipeline.context(handler: first).writeAndFlush(NIOAny(head), promise: written)
        let handler = WebSocketHandler(settings)
        try pipeline.addHandlers(handlers(settings, handler), position: .after(first))
        return handler
    }

    /// In the order in which they see received data.
    static func handlers(_ settings: WebSocketSettings, _ last: WebSocketHandler) -> [any ChannelHandler] {
        [
            WebSocketFrameEncoder(), ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: settings.largestMessage)),
            WebSocketFrameValidator(limit: settings.frames),
            NIOWebSocketFrameAggregator(
                minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: maximumFragments, maxAccumulatedFrameSize: settings.largestMessage),
            last,
        ]
    }

    init(_ settings: WebSocketSettings) { self.settings = settings }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        schedule(context)
        context.read()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        alarm?.cancel()
        self.context = nil
    }

    // MARK: Sending, on the connection's event loop

    func send(_ texts: [ByteBuffer], _ promise: EventLoopPromise<Void>) {
        guard let context, !isClosing else { return promise.fail(ChannelError.ioOnClosedChannel) }
        guard let last = texts.last else { return promise.succeed() }
        let channel = context.channel
        let stall = context.eventLoop.scheduleTask(in: settings.stall) { channel.close(promise: nil) }
        promise.futureResult.whenComplete { _ in stall.cancel() }
        for text in texts.dropLast() { write(.text, text, context) }
        write(.text, last, context, promise)
        context.flush()
    }

    /// Sends the reason and gives the client a second to receive it.
    func close(_ code: WebSocketErrorCode) {
        guard let context, !isClosing else { return }
        isClosing = true
        let channel = context.channel
        var reason = ByteBuffer()
        reason.write(webSocketErrorCode: code)
        write(.connectionClose, reason, context)
        context.flush()
        context.close(mode: .output, promise: nil)
        context.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
    }

    private func write(
        _ opcode: WebSocketOpcode, _ data: ByteBuffer, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>? = nil
    ) {
        context.write(wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: data)), promise: promise)
    }

    /// The HTTP handlers have nothing to say any more.
    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        promise?.fail(ChannelError.ioOnClosedChannel)
    }

    // MARK: Receiving

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return }
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .ping:
            // No pongs for clients that don't read.
            guard context.channel.isWritable else { break }
            write(.pong, frame.unmaskedData, context)
            context.flush()
        case .text where !Self.isText(frame.unmaskedData): close(.dataInconsistentWithMessage)
        case .connectionClose: close(Self.reply(toClose: frame.unmaskedData))
        // Clients send data through the API, where it is validated, limited and counted.
        default: break
        }
    }

    private static func isText(_ bytes: ByteBuffer) -> Bool { String(validating: bytes.readableBytesView, as: UTF8.self) != nil }

    /// The code that answers a client's close frame: a code and a reason, or nothing (RFC 6455 5.5.1).
    private static func reply(toClose payload: ByteBuffer) -> WebSocketErrorCode {
        guard payload.readableBytes > 0 else { return .normalClosure }
        var reason = payload
        guard let code = reason.readInteger(as: UInt16.self) else { return .protocolError }
        guard isText(reason) else { return .dataInconsistentWithMessage }
        // Other codes are reserved or unassigned (7.4).
        let mayBeSent = (1000...1003).contains(code) || (1007...1014).contains(code) || (3000...4999).contains(code)
        return mayBeSent ? WebSocketErrorCode(codeNumber: Int(code)) : .protocolError
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        lastReceived = .now()
        context.read()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The decoder reports everything that follows a violation, too.
        guard !isClosing else { return }
        switch error {
        case let violation as WebSocketFrameValidator.Violation: close(violation.code)
        case NIOWebSocketError.invalidFrameLength, NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge:
            close(.messageTooLarge)
        case is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error: close(.protocolError)
        default: context.close(promise: nil)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
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
        if .now() - lastReceived >= settings.silence { return context.close(promise: nil) }
        if context.channel.isWritable {
            write(.ping, ByteBuffer(), context)
            context.flush()
        }
        schedule(context)
    }
}
