// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOWebSocket

/// Ends a WebSocket whose frames break rules that NIO's decoder leaves to applications, and one with too many frames.
///
/// It comes before fragments are joined, because they lose their mask and reserved bits then.
final class WebSocketFrameValidator: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = WebSocketFrame

    struct Violation: Error { let code: WebSocketErrorCode }

    private let limit: RateLimit
    private var frames: TokenBucket
    private var isOver = false

    init(limit: RateLimit) {
        self.limit = limit
        frames = TokenBucket(limit, at: Self.now)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        if let code = violation(of: unwrapInboundIn(data)) {
            isOver = true
            return context.fireErrorCaught(Violation(code: code))
        }
        context.fireChannelRead(data)
    }

    private func violation(of frame: WebSocketFrame) -> WebSocketErrorCode? {
        // Clients must mask, and no extensions were negotiated (5.1, 5.2).
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return .protocolError }
        switch frame.opcode {
        case .continuation, .text, .binary, .connectionClose, .ping, .pong: break
        default: return .protocolError
        }
        return frames.take(limit, at: Self.now) == nil ? nil : .policyViolation
    }

    private static var now: Double { Double(NIODeadline.now().uptimeNanoseconds) / 1e9 }
}
