// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxTransport

@Suite("SHOUTcast 1 servers")
struct ShoutcastTests {
    /// Answers one connection with these pieces, and then closes it.
    private final class Server: Sendable {
        let port: Int

        init(_ pieces: [String]) throws {
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isListening = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(listener, address, size) == 0 && listen(listener, 4) == 0 && getsockname(listener, address, &size) == 0
                }
            }
            guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
            port = Int(UInt16(bigEndian: address.sin_port))
            Thread.detachNewThread {
                let client = accept(listener, nil, nil)
                close(listener)
                guard client >= 0 else { return }
                var request = [UInt8](repeating: 0, count: 4096)
                _ = read(client, &request, request.count)
                // Sends each piece as a separate packet.
                var isOn: Int32 = 1
                setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
                for piece in pieces {
                    _ = Array(piece.utf8).withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                }
                close(client)
            }
        }
    }

    private static let answer = "ICY 200 OK\r\nicy-name:Radio X\r\ncontent-type:audio/mpeg\r\n\r\nsound"

    @Test("The response is read, however its status line is split", arguments: ["http", "icy", "ICY"], [0, 1, 2, 3, 4, 5])
    func status(scheme: String, cut: Int) async throws {
        let server = try Server([String(Self.answer.prefix(cut)), String(Self.answer.dropFirst(cut))].filter { !$0.isEmpty })
        let response = try await RoutingTransport().open(TransportRequest(url: "\(scheme)://127.0.0.1:\(server.port)/"))
        #expect(response.headers["icy-name"] == "Radio X")
        #expect(String(decoding: try await response.body.collect(), as: UTF8.self) == "sound")
    }

    @Test("A response that only resembles the status line is an error", arguments: ["I", "IC", "ICE 200 OK\r\n\r\n", "ICY"])
    func other(answer: String) async throws {
        let server = try Server([answer])
        let error = await #expect(throws: TransportError.self) {
            try await RoutingTransport().bytes(of: TransportRequest(url: "http://127.0.0.1:\(server.port)/"))
        }
        #expect(error?.cause == .malformed || error?.cause == .connection)
    }
}
