// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import WindowboxContract
import WindowboxTransport

/// Opens WebSocket connections (RFC 6455) to the service.
struct LiveSocket: Sendable {
    /// Handshake timeout in seconds.
    var timeout: Double
    /// Where connections without TLS are allowed.
    var plainHTTP: PlainHTTPPolicy
    /// Maximum message size in bytes; a longer message closes the connection.
    static let largestMessage = 1 << 20
    /// Maximum number of unread messages; more close the connection, which later resumes at the same position.
    static let maxWaiting = 2000

    /// - Parameters:
    ///   - address: an http or https URL.
    ///   - headers: such as authorization.
    func open(_ address: String, headers: TransportHeaders) async throws(ServiceError) -> LiveConnection {
        let target = try SocketTarget(address, plainHTTP: plainHTTP)
        let loop = MultiThreadedEventLoopGroup.singleton.any()
        let agreed = loop.makePromise(of: Void.self)
        let (events, continuation) = AsyncThrowingStream.makeStream(
            of: LiveConnection.Event.self, throwing: (any Error).self, bufferingPolicy: .bufferingOldest(Self.maxWaiting))
        do {
            let security = try target.isSecure ? NIOSSLContext(configuration: .makeClientConfiguration()) : nil
            let channel = try await ClientBootstrap(group: loop)
                .connectTimeout(.nanoseconds(Int64(timeout * 1e9)))
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try Self.build(channel, target, headers, security, agreed: agreed, continuation: continuation)
                    }
                }
                .connect(host: target.host, port: target.port).get()
            let timeoutTask = loop.scheduleTask(in: .nanoseconds(Int64(timeout * 1e9))) {
                agreed.fail(ServiceError(.network, "The service did not answer the request for \(target.path) in time.", canRetry: true))
            }
            defer { timeoutTask.cancel() }
            do { try await agreed.futureResult.get() } catch {
                channel.close(promise: nil)
                throw error
            }
            return LiveConnection(events: events) { channel.close(promise: nil) }
        } catch let error as ServiceError {
            throw error
        } catch {
            // If the connection failed, nothing has completed the promise.
            agreed.fail(error)
            throw ServiceError(.network, "Couldn't connect to \(target.host): \(error)", canRetry: true)
        }
    }

    private static func build(
        _ channel: any Channel, _ target: SocketTarget, _ headers: TransportHeaders, _ security: NIOSSLContext?,
        agreed: EventLoopPromise<Void>, continuation: AsyncThrowingStream<LiveConnection.Event, any Error>.Continuation
    ) throws {
        let pipeline = channel.pipeline.syncOperations
        if let security {
            // IP addresses are not allowed as server names (RFC 6066 3).
            let name = target.isNumeric ? nil : target.host
            try pipeline.addHandler(NIOSSLClientHandler(context: security, serverHostname: name))
        }
        let upgrader = NIOWebSocketClientUpgrader(maxFrameSize: largestMessage) { channel, _ in
            channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                try pipeline.addHandler(
                    NIOWebSocketFrameAggregator(
                        minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 64, maxAccumulatedFrameSize: largestMessage))
                try pipeline.addHandler(LiveFrames(continuation: continuation))
            }
        }
        let request = SocketRequest(target: target, headers: headers, agreed: agreed)
        let bound = NIOLoopBound(request, eventLoop: channel.eventLoop)
        try pipeline.addHTTPClientHandlers(
            leftOverBytesStrategy: .forwardBytes,
            withClientUpgrade: (
                upgraders: [upgrader],
                completionHandler: { context in
                    context.pipeline.syncOperations.removeHandler(bound.value, promise: nil)
                    agreed.succeed()
                }
            ))
        try pipeline.addHandler(request)
    }
}

/// The endpoint of a WebSocket.
struct SocketTarget: Sendable {
    let host: String
    let port: Int
    /// Including the query.
    let path: String
    let isSecure: Bool

    init(_ address: String, plainHTTP: PlainHTTPPolicy) throws(ServiceError) {
        guard let parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = parts.host, !host.isEmpty
        else { throw ServiceError(.network, "\(address.prefix(200)) isn't an http or https URL.") }
        isSecure = scheme == "https"
        // IPv6 addresses are in brackets.
        self.host = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        port = parts.port ?? (isSecure ? 443 : 80)
        path = (parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath) + (parts.percentEncodedQuery.map { "?\($0)" } ?? "")
        guard isSecure || plainHTTP.allows(host: host) else {
            throw ServiceError(.network, "Plain HTTP to \(host) is not allowed here; use https or widen the policy.")
        }
    }

    /// The value of the Host header.
    var hostField: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    var isNumeric: Bool { (try? SocketAddress(ipAddress: host, port: 0)) != nil }
}

/// Sends the upgrade request, and reads the error if it is refused.
private final class SocketRequest: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private let target: SocketTarget
    private let headers: TransportHeaders
    private let agreed: EventLoopPromise<Void>
    private var refusal: (status: Int, retryAfter: Double?, body: [UInt8])?
    /// Maximum bytes read of an error response.
    private static let maxErrorBodyBytes = 64 << 10

    init(target: SocketTarget, headers: TransportHeaders, agreed: EventLoopPromise<Void>) {
        (self.target, self.headers, self.agreed) = (target, headers, agreed)
    }

    func channelActive(context: ChannelHandlerContext) {
        var fields = HTTPHeaders([("Host", target.hostField)])
        for field in headers.fields { fields.add(name: field.name, value: field.value) }
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: target.path, headers: fields)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            let wait = head.headers.first(name: "Retry-After").flatMap(Double.init).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
            refusal = (Int(head.status.code), wait, [])
        case .body(let bytes):
            let remaining = Self.maxErrorBodyBytes - (refusal?.body.count ?? 0)
            refusal?.body += bytes.readableBytesView.prefix(max(0, remaining))
        case .end:
            agreed.fail(explanation)
            context.close(promise: nil)
        }
    }

    private var explanation: ServiceError {
        guard let refusal else { return ServiceError(.malformed, "The service sent an empty response.", canRetry: true) }
        if let error = try? ContractJSON.decode(APIError.self, from: Data(refusal.body)), refusal.status >= 400 {
            return ServiceError(error, status: refusal.status, retryAfter: refusal.retryAfter)
        }
        let code: ErrorCode = refusal.status == 503 ? .unavailable : .serverError
        return ServiceError(
            APIError(code, "The WebSocket request was answered with \(refusal.status), without a reason."),
            status: refusal.status < 400 ? 500 : refusal.status, retryAfter: refusal.retryAfter)
    }

    func channelInactive(context: ChannelHandlerContext) {
        agreed.fail(ServiceError(.network, "The service closed the connection without an answer.", canRetry: true))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        agreed.fail(ServiceError(.network, "Couldn't connect to \(target.host): \(error)", canRetry: true))
        context.close(promise: nil)
    }
}

/// Reads the service's messages and answers its pings.
private final class LiveFrames: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let continuation: AsyncThrowingStream<LiveConnection.Event, any Error>.Continuation

    init(continuation: AsyncThrowingStream<LiveConnection.Event, any Error>.Continuation) { self.continuation = continuation }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .text:
            let bytes = Data(frame.unmaskedData.readableBytesView)
            let event = (try? ContractJSON.decode(SocketMessage.self, from: bytes)).map(LiveConnection.Event.message) ?? .alive
            yield(event, context)
        case .ping:
            let reply = WebSocketFrame(fin: true, opcode: .pong, maskKey: .random(), data: frame.unmaskedData)
            context.writeAndFlush(wrapOutboundOut(reply), promise: nil)
            yield(.alive, context)
        case .connectionClose:
            let reply = WebSocketFrame(fin: true, opcode: .connectionClose, maskKey: .random(), data: frame.unmaskedData)
            context.writeAndFlush(wrapOutboundOut(reply), promise: nil)
            context.close(promise: nil)
        default: yield(.alive, context)
        }
    }

    private func yield(_ event: LiveConnection.Event, _ context: ChannelHandlerContext) {
        guard case .dropped = continuation.yield(event) else { return }
        continuation.finish(throwing: ServiceError(.network, "Messages arrive faster than they are read.", canRetry: true))
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        continuation.finish(throwing: ServiceError(.network, "The connection was closed.", canRetry: true))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        continuation.finish(throwing: ServiceError(.network, "The connection was lost: \(error)", canRetry: true))
        context.close(promise: nil)
    }
}
