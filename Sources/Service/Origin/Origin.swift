// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A small HTTP/1.1 server on the loopback address, for tests, demos and one's own files.
///
/// It listens from its creation until ``stop()`` or its end of life, on a port that the system chooses.
public final class Origin: Sendable {
    /// Answers one request. The task is cancelled when the client leaves.
    public typealias Handler = @Sendable (OriginRequest) async -> OriginResponse

    /// Bytes of a request's body; longer ones are answered with 413.
    public static let maximumBody = 16 << 20
    private static let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    private let listener: any Channel
    private let connections: Connections
    /// As in `http://127.0.0.1:40123`, without a slash at the end.
    public let address: String
    public let port: Int

    /// - Parameters:
    ///   - host: An address of the loopback network, 127.0.0.0/8.
    ///   - port: 0 takes a free one.
    /// - Throws: The system's error when the port cannot be had.
    public init(host: String = "127.0.0.1", port: Int = 0, handler: @escaping Handler) async throws {
        let connections = Connections()
        self.connections = connections
        listener = try await ServerBootstrap(group: Self.threads)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let number = connections.add(channel)
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: true)
                    try channel.pipeline.syncOperations.addHandler(OriginConnection(number: number, handler: handler))
                }
            }
            .bind(host: host, port: port).get()
        self.port = listener.localAddress?.port ?? port
        address = "http://\(host):\(self.port)"
    }

    /// Serves the files below a folder.
    public convenience init(serving folder: OriginFolder, port: Int = 0) async throws {
        try await self.init(port: port) { folder.answer($0) }
    }

    deinit {
        listener.close(promise: nil)
        connections.closeAll()
    }

    /// Closes the listener and every connection.
    public func stop() async {
        try? await listener.close()
        connections.closeAll()
    }

    /// Connections open now.
    public var openConnections: Int { connections.count }

    /// Waits until no more than so many connections are open.
    public func connectionsFall(to count: Int) async { await connections.fall(to: count) }
}
