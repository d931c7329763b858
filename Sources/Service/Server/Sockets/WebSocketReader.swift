// SPDX-License-Identifier: Apache-2.0

/// Parses frames of a client (RFC 6455 5) from chunks of any size, and buffers no more than one message.
///
/// Parsing stops at a protocol violation.
struct WebSocketReader {
    enum Event: Hashable {
        case ping([UInt8])
        case pong
        /// A complete message.
        case message([UInt8], isText: Bool)
        /// The client closes the connection, with or without a code.
        case close(WebSocketCloseCode?)
        case violation(WebSocketCloseCode)
    }

    /// The limit of a message in bytes, including all its fragments.
    private let limit: Int
    private var buffer: [UInt8] = []
    private var message: (bytes: [UInt8], isText: Bool, fragments: Int)?
    private var isOver = false
    /// A limit against messages in tiny fragments.
    private static let maximumFragments = 64

    init(limit: Int) { self.limit = limit }

    mutating func read(_ bytes: some Sequence<UInt8>) -> [Event] {
        guard !isOver else { return [] }
        buffer.append(contentsOf: bytes)
        var events: [Event] = []
        var start = 0
        while !isOver, let event = next(at: &start) { if let event { events.append(event) } }
        buffer.removeFirst(start)
        if isOver { (buffer, message) = ([], nil) }
        return events
    }

    /// - Returns: nil if the frame is incomplete; an inner nil if there is no event for it.
    private mutating func next(at start: inout Int) -> Event?? {
        let available = buffer.count - start
        guard available >= 2 else { return nil }
        let (first, second) = (buffer[start], buffer[start + 1])
        // No extensions were negotiated, and clients must mask (5.2, 5.1).
        guard first & 0x70 == 0, second & 0x80 != 0 else { return violate(.protocolError) }
        let isFinal = first & 0x80 != 0
        let opcode = first & 0x0F
        let isControl = opcode & 0x08 != 0
        var length = Int(second & 0x7F)
        // Control frames are short and unfragmented (5.5).
        if isControl, !isFinal || length > 125 { return violate(.protocolError) }
        guard [0, 1, 2, 8, 9, 10].contains(opcode) else { return violate(.protocolError) }
        var head = 2
        if length >= 126 {
            let count = length == 126 ? 2 : 8
            guard available >= 2 + count else { return nil }
            let value = buffer[(start + 2)..<(start + 2 + count)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            // Lengths must use the shortest form, and the highest bit must be 0.
            guard value >= (count == 2 ? 126 : 65536), value <= UInt64(Int64.max) else { return violate(.protocolError) }
            guard value <= UInt64(limit) else { return violate(.tooLarge) }
            length = Int(value)
            head += count
        }
        guard isControl || length + (message?.bytes.count ?? 0) <= limit else { return violate(.tooLarge) }
        guard available >= head + 4 + length else { return nil }
        let key = Array(buffer[(start + head)..<(start + head + 4)])
        let masked = buffer[(start + head + 4)..<(start + head + 4 + length)]
        let payload = masked.enumerated().map { $1 ^ key[$0 & 3] }
        start += head + 4 + length
        return .some(take(opcode, payload, isFinal: isFinal))
    }

    private mutating func take(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool) -> Event? {
        switch opcode {
        case 8: return close(payload)
        case 9: return .ping(payload)
        case 10: return .pong
        case 0:
            guard let begun = message, begun.fragments < Self.maximumFragments else { return violate(.protocolError) }
            message = (begun.bytes + payload, begun.isText, begun.fragments + 1)
        default:
            guard message == nil else { return violate(.protocolError) }
            message = (payload, opcode == 1, 1)
        }
        guard isFinal, let whole = message else { return nil }
        message = nil
        if whole.isText, String(validating: whole.bytes, as: UTF8.self) == nil { return violate(.invalidText) }
        return .message(whole.bytes, isText: whole.isText)
    }

    /// A code and a reason, or nothing (5.5.1).
    private mutating func close(_ payload: [UInt8]) -> Event {
        isOver = true
        guard !payload.isEmpty else { return .close(nil) }
        guard payload.count >= 2 else { return .violation(.protocolError) }
        let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
        guard String(validating: payload.dropFirst(2), as: UTF8.self) != nil else { return .violation(.invalidText) }
        // Other codes are reserved or unassigned (7.4).
        let mayBeSent = (1000...1003).contains(code) || (1007...1014).contains(code) || (3000...4999).contains(code)
        return mayBeSent ? .close(WebSocketCloseCode(rawValue: code)) : .violation(.protocolError)
    }

    private mutating func violate(_ code: WebSocketCloseCode) -> Event {
        isOver = true
        return .violation(code)
    }
}
