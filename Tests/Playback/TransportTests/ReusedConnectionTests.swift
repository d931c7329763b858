// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxTransport

@Suite("Connections that carry several requests", .timeLimit(.minutes(1)))
struct ReusedConnectionTests {
    private static let ok = SocketServer.Reply.bytes("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    private let transport = HTTPTransport()

    private func load(
        _ path: String, from server: SocketServer, _ method: TransportRequest.Method = .get, payload: String? = nil
    ) async throws(TransportError) -> String {
        let request = TransportRequest(
            url: server.address + path, method: method, payload: payload.map { Array($0.utf8) }, limits: generousLimits)
        return String(decoding: try await transport.bytes(of: request), as: UTF8.self)
    }

    @Test("A connection on which bytes wait that nobody asked for is not used again", arguments: ["GET", "POST"])
    func waiting(method: String) async throws {
        let server = try SocketServer { _, _ in Self.ok }
        #expect(try await load("/a", from: server) == "ok")
        server.send("the rest of a body that was longer than announced", on: 1)
        #expect(try await load("/b", from: server, .init(method), payload: method == "POST" ? "x" : nil) == "ok")
        #expect(server.requests == [.init(connection: 1, line: "GET /a HTTP/1.1"), .init(connection: 2, line: "\(method) /b HTTP/1.1")])
    }

    @Test("A connection without such bytes is used again")
    func quiet() async throws {
        let server = try SocketServer { _, _ in Self.ok }
        for _ in 0..<5 { #expect(try await load("/a", from: server) == "ok") }
        #expect(Set(server.requests.map(\.connection)) == [1])
    }

    static let stale = ["the rest of a body\r\n\r\n", "\u{1}\u{2}HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 what\r\n\r\n", ""]

    @Test(
        "A request that may be repeated is sent again on a new connection if the old one has no response",
        arguments: stale, ["GET", "HEAD", "PUT"])
    func repeated(reply: String, method: String) async throws {
        let server = try SocketServer { connection, request in
            guard connection == 1, request == 2 else { return Self.ok }
            return reply.isEmpty ? .close : .bytes(reply)
        }
        #expect(try await load("/a", from: server) == "ok")
        #expect(
            try await load("/b", from: server, .init(method), payload: method == "PUT" ? "x" : nil) == (method == "HEAD" ? "" : "ok"))
        // libcurl may have opened another one in vain, because it has no second copy of a body.
        let connections = server.requests.map(\.connection)
        #expect(connections.count == 3 && connections[..<2] == [1, 1] && connections.last != 1, "\(connections)")
        #expect(server.requests.suffix(2).allSatisfy { $0.line == "\(method) /b HTTP/1.1" })
    }

    @Test("A POST that the server has read is not sent again", arguments: stale)
    func sentOnce(reply: String) async throws {
        let server = try SocketServer { connection, request in
            guard connection == 1, request == 2 else { return Self.ok }
            return reply.isEmpty ? .close : .bytes(reply)
        }
        #expect(try await load("/a", from: server) == "ok")
        let error = await failure { () throws(TransportError) in try await load("/b", from: server, .post, payload: "x") }
        #expect(error != nil)
        #expect(server.requests.count == 2)
    }

    @Test("An empty POST is not sent again either if its connection was used before")
    func emptyPost() async throws {
        let server = try SocketServer { _, request in request == 2 ? .close : Self.ok }
        #expect(try await load("/a", from: server) == "ok")
        _ = await failure { () throws(TransportError) in try await load("/b", from: server, .post) }
        #expect(server.requests.count { $0.line.hasPrefix("POST") } == 1)
    }

    @Test("A request is repeated once, and not at all on a new connection")
    func once() async throws {
        let server = try SocketServer { connection, request in connection == 1 && request == 1 ? Self.ok : .bytes("no response\r\n\r\n") }
        #expect(try await load("/a", from: server) == "ok")
        let error = await failure { () throws(TransportError) in try await load("/b", from: server) }
        #expect(error?.cause == .malformed)
        #expect(server.requests.count == 3)
        let other = await failure { () throws(TransportError) in try await load("/c", from: server) }
        #expect(other?.cause == .malformed)
        #expect(server.requests.count == 4)
    }

    @Test("A response that breaks off after its status line is not asked for again")
    func begun() async throws {
        let server = try SocketServer { _, request in request == 2 ? .bytes("HTTP/1.1 200 OK\r\nno colon\r\n\r\n") : Self.ok }
        #expect(try await load("/a", from: server) == "ok")
        let error = await failure { () throws(TransportError) in try await load("/b", from: server) }
        #expect(error?.cause == .malformed)
        #expect(server.requests.count == 2)
    }
}
