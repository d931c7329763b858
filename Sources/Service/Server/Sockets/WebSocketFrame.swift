// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The reason for closing a WebSocket (RFC 6455 7.4.1).
struct WebSocketCloseCode: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt16
    init(rawValue: UInt16) { self.rawValue = rawValue }

    static let normal = Self(rawValue: 1000)
    /// The service is shutting down; clients should reconnect.
    static let goingAway = Self(rawValue: 1001)
    static let protocolError = Self(rawValue: 1002)
    static let invalidText = Self(rawValue: 1007)
    /// Too many frames, or access has ended.
    static let policy = Self(rawValue: 1008)
    static let tooLarge = Self(rawValue: 1009)
    /// An internal error; clients should reconnect.
    static let serverError = Self(rawValue: 1011)
}

/// Frames sent by the service: unfragmented and unmasked.
enum WebSocketFrame {
    static func text(_ bytes: some Collection<UInt8>) -> ByteBuffer { make(0x81, bytes) }
    static func ping() -> ByteBuffer { make(0x89, []) }
    static func pong(_ payload: [UInt8]) -> ByteBuffer { make(0x8A, payload) }
    static func close(_ code: WebSocketCloseCode) -> ByteBuffer {
        make(0x88, [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)])
    }

    private static func make(_ first: UInt8, _ payload: some Collection<UInt8>) -> ByteBuffer {
        var frame = ByteBuffer()
        frame.reserveCapacity(payload.count + 10)
        frame.writeInteger(first)
        switch payload.count {
        case ..<126: frame.writeInteger(UInt8(payload.count))
        case ..<65536:
            frame.writeInteger(UInt8(126))
            frame.writeInteger(UInt16(payload.count))
        default:
            frame.writeInteger(UInt8(127))
            frame.writeInteger(UInt64(payload.count))
        }
        frame.writeBytes(payload)
        return frame
    }
}
