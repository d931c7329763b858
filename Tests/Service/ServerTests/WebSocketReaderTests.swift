// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import WindowboxServer

/// The frames that a client sends.
enum ClientFrame {
    static func make(
        _ first: UInt8, _ payload: [UInt8], key: [UInt8]? = [0x37, 0xFA, 0x21, 0x3D], declared: UInt64? = nil
    ) -> [UInt8] {
        let length = declared ?? UInt64(payload.count)
        let mask: UInt8 = key == nil ? 0 : 0x80
        var frame = [first]
        switch length {
        case ..<126: frame.append(mask | UInt8(length))
        case ..<65536: frame += [mask | 126, UInt8(length >> 8), UInt8(length & 0xFF)]
        default:
            frame.append(mask | 127)
            frame += stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: length >> UInt64($0)) }
        }
        guard let key else { return frame + payload }
        return frame + key + payload.enumerated().map { $1 ^ key[$0 & 3] }
    }

    static func text(_ text: String) -> [UInt8] { make(0x81, Array(text.utf8)) }
    static func close(_ code: UInt16) -> [UInt8] { make(0x88, [UInt8(code >> 8), UInt8(code & 0xFF)]) }
}

@Suite("WebSocket frames from clients") struct WebSocketReaderTests {
    private typealias Event = WebSocketReader.Event

    /// Reads the same bytes at once, byte by byte, and split anywhere.
    private func read(_ bytes: [UInt8], limit: Int = 4096) -> [Event] {
        var whole = WebSocketReader(limit: limit)
        let events = whole.read(bytes)
        var single = WebSocketReader(limit: limit)
        #expect(bytes.flatMap { single.read([$0]) } == events)
        for cut in stride(from: 1, to: min(bytes.count, 40), by: 1) {
            var parts = WebSocketReader(limit: limit)
            #expect(parts.read(bytes[..<cut]) + parts.read(bytes[cut...]) == events)
        }
        return events
    }

    @Test("Frames are read in any chunks") func frames() {
        // The examples of RFC 6455, section 5.7.
        #expect(read([0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]) == [.message(Array("Hello".utf8), isText: true)])
        let fragments = ClientFrame.make(0x01, Array("Hel".utf8)) + ClientFrame.make(0x89, [7]) + ClientFrame.make(0x80, Array("lo".utf8))
        #expect(read(fragments) == [.ping([7]), .message(Array("Hello".utf8), isText: true)])
        let long = [UInt8](repeating: 5, count: 300)
        #expect(read(ClientFrame.make(0x82, long) + ClientFrame.make(0x8A, [])) == [.message(long, isText: false), .pong])
        #expect(read(ClientFrame.close(1000) + ClientFrame.text("x")) == [.close(.normal)])
        #expect(read(ClientFrame.make(0x88, [])) == [.close(nil)])
    }

    @Test("A character may be split between fragments") func splitLetter() {
        let letter = Array("é".utf8)
        #expect(
            read(ClientFrame.make(0x01, [letter[0]]) + ClientFrame.make(0x80, [letter[1]])) == [.message(letter, isText: true)])
    }

    @Test(
        "A protocol violation ends the connection with its code, and nothing after it is read",
        arguments: [
            ("not masked", ClientFrame.make(0x81, [0x41], key: nil), 1002), ("reserved bit", ClientFrame.make(0xC1, [0x41]), 1002),
            ("unknown opcode", ClientFrame.make(0x83, []), 1002), ("unknown control", ClientFrame.make(0x8B, []), 1002),
            ("control in fragments", ClientFrame.make(0x09, []), 1002),
            ("long control", ClientFrame.make(0x89, [UInt8](repeating: 0, count: 126)), 1002),
            ("continuation of nothing", ClientFrame.make(0x80, [0x41]), 1002),
            ("text within text", ClientFrame.make(0x01, [0x41]) + ClientFrame.make(0x81, [0x41]), 1002),
            ("bad text", ClientFrame.make(0x81, [0xC3, 0x28]), 1007), ("surrogate", ClientFrame.make(0x81, [0xED, 0xA0, 0x80]), 1007),
            ("overlong", ClientFrame.make(0x81, [0xC0, 0xAF]), 1007),
            ("too large", ClientFrame.make(0x82, [UInt8](repeating: 0, count: 5000)), 1009),
            ("said to be huge", ClientFrame.make(0x82, [], declared: 1 << 40), 1009),
            ("longer than there are numbers", ClientFrame.make(0x82, [], declared: .max), 1002),
            (
                "too large in fragments",
                ClientFrame.make(0x02, [UInt8](repeating: 0, count: 4000)) + ClientFrame.make(0x80, [UInt8](repeating: 0, count: 200)), 1009
            ),
            ("length in a long form", [0x81, 0xFE, 0x00, 0x05, 0, 0, 0, 0, 1, 2, 3, 4, 5], 1002),
            ("one byte of a code", ClientFrame.make(0x88, [3]), 1002), ("code of nobody", ClientFrame.close(999), 1002),
            ("code that is never sent", ClientFrame.close(1005), 1002), ("code of the future", ClientFrame.close(5000), 1002),
            ("bad reason", ClientFrame.make(0x88, [0x03, 0xE8, 0xFF]), 1007),
        ])
    func violations(name: String, bytes: [UInt8], code: Int) {
        let events = read(bytes + ClientFrame.text("behind"))
        #expect(events.last == .violation(WebSocketCloseCode(rawValue: UInt16(code))), "\(name)")
        #expect(events.count == 1, "\(name)")
    }

    @Test("A message of very many fragments is refused") func crumbs() {
        let crumbs = ClientFrame.make(0x01, []) + (0..<100).flatMap { _ in ClientFrame.make(0x00, []) }
        #expect(read(crumbs) == [.violation(.protocolError)])
    }

    @Test("Random bytes neither crash the reader nor use more memory than a message") func noise() {
        var chance = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            var reader = WebSocketReader(limit: 100)
            var ends = 0
            for _ in 0..<40 {
                let piece = (0..<Int.random(in: 0...30, using: &chance)).map { _ in UInt8.random(in: 0...255, using: &chance) }
                for event in reader.read(piece) {
                    switch event {
                    case .violation, .close: ends += 1
                    case .message(let bytes, _): #expect(bytes.count <= 100)
                    case .ping, .pong: break
                    }
                }
            }
            #expect(ends <= 1)
        }
    }

    @Test("Frames to clients use the shortest length encoding", arguments: [0, 125, 126, 65535, 65536]) func writing(count: Int) {
        let frame = WebSocketFrame.text([UInt8](repeating: 0x41, count: count))
        #expect(frame.readableBytes == count + (count < 126 ? 2 : count < 65536 ? 4 : 10))
        #expect(frame.getInteger(at: 0, as: UInt8.self) == 0x81)
    }
}
