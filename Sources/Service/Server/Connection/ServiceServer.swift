// SPDX-License-Identifier: Apache-2.0

import HummingbirdCore
public import Logging
import NIOCore
import NIOPosix
public import ServiceLifecycle

/// Serves HTTP until its service group shuts down.
///
/// It then accepts connections for `drainSeconds` more and closes each after its next response, so that no request on its way is cut off.
/// After that it accepts no new connections, and completes the requests that have begun.
public struct ServiceServer: Service {
    private let service: VideoService
    private let logger: Logger
    private let onListening: @Sendable (Int) async -> Void

    /// - Parameter onListening: called once with the port number.
    public init(_ service: VideoService, logger: Logger, onListening: @escaping @Sendable (Int) async -> Void = { _ in }) {
        self.service = service
        self.logger = logger
        self.onListening = onListening
    }

    public func run() async throws {
        let settings = service.settings
        let ending = service.ending
        let exchange = Exchange(
            responder: service.responder, metrics: service.metrics, settings: settings, logger: logger, ending: ending)
        let stall = TimeAmount.nanoseconds(Int64(settings.stallSeconds * 1e9))
        let channel = HTTP1Channel.Configuration(
            additionalChannelHandlers: [RequestBoundaryHandler(), FlushCoalescingHandler(), WriteTimeoutHandler(limit: stall)],
            idleTimeout: .nanoseconds(Int64(settings.requestSeconds * 1e9)),
            httpDecoderConfiguration: .init(maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))
        // The HTTP server's messages about connections are noise.
        var quiet = logger
        quiet.logLevel = .error
        let pace = RequestDeadline(limit: .nanoseconds(Int64(settings.requestSeconds * 1e9)))
        let connectionCounter = ConnectionCounter(
            limit: settings.maxConnectionsPerAddress, exempt: settings.proxies.ranges + settings.uncountedAddresses)
        let builder = HTTPServerBuilder { responder in
            UpgradableChannel(
                HTTP1Channel(responder: responder, configuration: channel), pace: pace, connectionCounter: connectionCounter)
        }
        let server = try builder.buildServer(
            configuration: ServerConfiguration(
                address: .hostname(settings.host, port: settings.port), backlog: 1024,
                availableConnectionsDelegate: MaximumAvailableConnections(settings.maxConnections, logger: quiet)),
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: quiet,
            responder: { (request, writer: consuming ResponseWriter, channel) in try await exchange.perform(request, writer, channel) },
            onServerRunning: { [onListening] channel in await onListening(channel.localAddress?.port ?? settings.port) })
        // A separate group, which shuts down when triggered below and not together with the group around it.
        let group = ServiceGroup(services: [server], logger: quiet)
        let running = Task.detached { try await group.run() }
        try await withTaskCancellationHandler {
            try await withGracefulShutdownHandler {
                try await running.value
            } onGracefulShutdown: {
                ending.begin()
                Task.detached {
                    try? await Task.sleep(for: .seconds(settings.drainSeconds))
                    await group.triggerGracefulShutdown()
                }
            }
        } onCancel: {
            running.cancel()
        }
    }
}
