// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1

/// A client's connection: collects a request, has it handled, and continues with the next one.
///
/// Everything but the handler's task runs on the channel's event loop.
final class OriginConnection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let number: Int
    private let handler: Origin.Handler
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    private var isTooLarge = false
    private var answering: Task<Void, Never>?

    init(number: Int, handler: @escaping Origin.Handler) {
        self.number = number
        self.handler = handler
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            body = []
            isTooLarge = false
        case .body(let bytes):
            isTooLarge = isTooLarge || body.count + bytes.readableBytes > Origin.maximumBody
            if !isTooLarge { body.append(contentsOf: bytes.readableBytesView) }
        case .end:
            guard let head else { return }
            self.head = nil
            answer(head, on: context.channel)
        }
    }

    private func answer(_ head: HTTPRequestHead, on channel: any Channel) {
        let request = OriginRequest(head, body: body, connection: number)
        let (handler, isTooLarge) = (handler, isTooLarge)
        answering = Task {
            let response = isTooLarge ? OriginResponse(status: 413) : await handler(request)
            let exchange = OriginExchange(channel: channel, method: head.method, keepsAlive: head.isKeepAlive)
            do { try await exchange.send(response) } catch { try? await channel.close() }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        answering?.cancel()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

extension OriginRequest {
    fileprivate init(_ head: HTTPRequestHead, body: [UInt8], connection: Int) {
        let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        self.init(
            method: head.method.rawValue, path: parts.first.map(String.init) ?? "/", query: parts.count > 1 ? String(parts[1]) : nil,
            body: body, connection: connection, time: NIODeadline.now().uptimeNanoseconds,
            fields: head.headers.map { Field(name: $0.name, value: $0.value) })
    }
}
