// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOPosix

/// An HTTP proxy for programs that fetch URLs themselves. It connects only to permitted addresses, whatever a playlist
/// names or a redirect leads to. See ``RemoteDownloader``.
///
/// Each connection serves one request, so that each is checked. Tunnelled data (CONNECT) isn't inspected.
struct EgressProxy: Sendable {
    /// `http://127.0.0.1:PORT`.
    let address: String
    private let channel: any Channel

    private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// The connect timeout in seconds.
    private static let timeout: Int64 = 10

    /// Runs a proxy on the loopback address during the body.
    static func with<Result: Sendable>(
        _ egressPolicy: EgressPolicy, _ body: @escaping @Sendable (EgressProxy) async throws -> Result
    ) async throws -> Result {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture { try connection(channel) }
            }
        let proxy = EgressProxy(address: "http://127.0.0.1:\(server.channel.localAddress?.port ?? 0)", channel: server.channel)
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask {
                try await server.executeThenClose { connections in
                    try await withThrowingDiscardingTaskGroup { serving in
                        for try await connection in connections {
                            // Failures of one connection don't affect others.
                            serving.addTask { try? await serve(connection, egressPolicy) }
                        }
                    }
                }
                return nil
            }
            group.addTask { try await body(proxy) }
            defer { group.cancelAll() }
            while let ended = try await group.next() { if let result = ended { return result } }
            throw CancellationError()
        }
    }

    private static func connection(_ channel: any Channel) throws -> Connection {
        // Lets everything sent arrive before the connection closes.
        try Connection(wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
    }

    private static func serve(_ client: Connection, _ egressPolicy: EgressPolicy) async throws {
        try await client.executeThenClose { input, output in
            var pieces = input.makeAsyncIterator()
            var received = ByteBuffer()
            var head: ProxyRequest?
            while head == nil, received.readableBytes <= ProxyRequest.maxHeadBytes, let piece = try await pieces.next() {
                received.writeImmutableBuffer(piece)
                head = ProxyRequest(&received)
            }
            guard let head else { return try await output.write(ByteBuffer(string: ProxyRequest.refusal("This is not a request."))) }
            let server: Connection
            do { server = try await connect(head, egressPolicy) } catch {
                return try await output.write(ByteBuffer(string: ProxyRequest.refusal("\(error)")))
            }
            try await server.executeThenClose { answers, requests in
                if head.isTunnel { try await output.write(ByteBuffer(string: "HTTP/1.1 200 OK\r\n\r\n")) }
                try await requests.write(ByteBuffer(string: head.passedOn))
                if received.readableBytes > 0 { try await requests.write(received) }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        for try await piece in answers { try await output.write(piece) }
                        output.finish()
                    }
                    while let piece = try await pieces.next() { try await requests.write(piece) }
                    group.cancelAll()
                }
            }
        }
    }

    private static func connect(_ head: ProxyRequest, _ egressPolicy: EgressPolicy) async throws -> Connection {
        let (_, remote) = try await egressPolicy.target(head.address)
        return try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connectTimeout(.seconds(timeout))
            .connect(host: remote.description, port: head.port) { channel in
                channel.eventLoop.makeCompletedFuture { try connection(channel) }
            }
    }
}

/// A proxy request: a resource by absolute URL, or a tunnel to a host (RFC 9112 3.2.2, RFC 9110 9.3.6).
struct ProxyRequest: Hashable, Sendable {
    /// The http URL of a resource, or https and the host of a tunnel.
    let address: String
    let port: Int
    let isTunnel: Bool
    /// The request to send to the server instead; empty for a tunnel.
    let passedOn: String

    /// The limit of a request head in bytes.
    static let maxHeadBytes = 32 << 10

    /// - Parameter bytes: the request head is removed from them.
    /// - Returns: nil if the request is invalid or incomplete.
    init?(_ bytes: inout ByteBuffer) {
        let end = Array("\r\n\r\n".utf8)
        let view = bytes.readableBytesView
        guard let last = view.indices.first(where: { view[$0...].starts(with: end) }) else { return nil }
        let lines = String(decoding: view[..<last], as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
        bytes.moveReaderIndex(to: last + end.count)
        if words[0] == "CONNECT" {
            guard let url = URL(string: "https://\(words[1])"), url.path.isEmpty, url.query == nil, let port = url.port,
                (1...65535).contains(port)
            else { return nil }
            (address, self.port, isTunnel, passedOn) = ("https://\(words[1])", port, true, "")
            return
        }
        guard words[1].hasPrefix("http://"), let url = URL(string: String(words[1])), (1...65535).contains(url.port ?? 80) else {
            return nil
        }
        (address, port, isTunnel) = (String(words[1]), url.port ?? 80, false)
        let rest = words[1].dropFirst("http://".count).drop { $0 != "/" && $0 != "?" && $0 != "#" }.prefix { $0 != "#" }
        let path = rest.hasPrefix("/") ? String(rest) : "/" + rest
        let kept = lines.dropFirst().filter { line in
            let name = line.prefix { $0 != ":" }.lowercased()
            return name != "connection" && name != "keep-alive" && !name.hasPrefix("proxy-")
        }
        passedOn = (["\(words[0]) \(path) HTTP/1.1"] + kept.map(String.init) + ["Connection: close"]).joined(separator: "\r\n") + "\r\n\r\n"
    }

    static func refusal(_ message: String) -> String {
        let body = message + "\n"
        return "HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: \(body.utf8.count)\r\n"
            + "Connection: close\r\n\r\n\(body)"
    }
}
