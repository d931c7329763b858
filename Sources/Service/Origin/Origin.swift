// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A small HTTP/1.1 server on the loopback address, for tests, demos and local files.
///
/// It listens from its creation until ``stop()`` or deinitialisation, by default on a port that the system chooses.
public final class Origin: Sendable {
    /// Handles a request. The task is cancelled when the client disconnects.
    public typealias Handler = @Sendable (OriginRequest) async -> OriginResponse

    /// The limit of a request's body in bytes; longer ones get 413.
    public static let maximumBody = 16 << 20
    private static let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    private let listener: any Channel
    private let connections: Connections
    /// Such as `http://127.0.0.1:40123`, without a trailing slash.
    public let address: String
    public let port: Int

    /// - Parameters:
    ///   - host: a loopback address, 127.0.0.0/8.
    ///   - port: 0 for any free port.
    /// - Throws: the system's error if the port isn't available.
    public init(host: String = "127.0.0.1", port: Int = 0, handler: @escaping Handler) async throws {
        let connections = Connections()
        self.connections = connections
        listener = try await ServerBootstrap(group: Self.threads)
            .serverChannelOption(.backlog, value: 1024)
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

    /// Serves the files in a folder.
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

    /// The number of open connections.
    public var openConnections: Int { connections.count }

    /// Waits until at most this many connections are open.
    public func connectionsFall(to count: Int) async { await connections.fall(to: count) }
}
