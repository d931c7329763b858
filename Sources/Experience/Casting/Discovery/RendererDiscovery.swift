// SPDX-License-Identifier: Apache-2.0

import Glibc
import NIOCore
import NIOPosix
import WindowboxEngine
import WindowboxMedia

/// Searches for renderers in this machine's networks, from ``start()`` until ``stop()``.
public actor RendererDiscovery {
    /// The multicast address of SSDP (UPnP Device Architecture 1.1, 1.3.2).
    public static let multicastHost = "239.255.255.250"
    /// The UDP port of SSDP.
    public static let port = 1900

    private let host: String
    private let hostPort: Int
    private var directory = RendererDirectory()
    private var channels: [any Channel] = []
    private var timer: Task<Void, Never>?
    private var listeners: [Int: AsyncStream<[Renderer]>.Continuation] = [:]
    private var lastListener = 0
    private var hasStopped = false

    /// - Parameters:
    ///   - host: the multicast address, or the address of a single device to search.
    ///   - port: UDP port.
    public init(host: String = RendererDiscovery.multicastHost, port: Int = RendererDiscovery.port) {
        self.host = host
        hostPort = port
    }

    deinit {
        timer?.cancel()
        for channel in channels { channel.close(promise: nil) }
        for listener in listeners.values { listener.finish() }
    }

    /// The renderers found so far, without those that have left or expired.
    public var renderers: [Renderer] { directory.renderers }

    /// The current renderers, followed by changes.
    public func updates() -> AsyncStream<[Renderer]> {
        let (stream, continuation) = AsyncStream.makeStream(of: [Renderer].self, bufferingPolicy: .bufferingNewest(1))
        lastListener += 1
        let number = lastListener
        listeners[number] = continuation
        continuation.onTermination = { [weak self] _ in Task { await self?.forget(number) } }
        continuation.yield(directory.renderers)
        return stream
    }

    private func forget(_ listener: Int) { listeners[listener] = nil }

    /// Starts searching and listening.
    ///
    /// - Throws: ``CastingError/Code/network`` if no interface of this machine can search.
    public func start() async throws(CastingError) {
        guard channels.isEmpty, !hasStopped else { return }
        for address in interfaces() {
            if let channel = try? await open(on: address) { channels.append(channel) }
        }
        guard !channels.isEmpty else {
            throw CastingError(
                .network, "No network of this computer supports multicast, so no devices can be found: connect it to one that does.")
        }
        // Listening may fail: announcements are missed then, but searching still finds devices.
        if host == Self.multicastHost, let channel = try? await listen() { channels.append(channel) }
        // If it was stopped in the meantime, closes the sockets opened since.
        if hasStopped { stop() }
        handle(.begin)
    }

    /// Ends the search and all streams of ``updates()``. It can't be started again.
    public func stop() {
        hasStopped = true
        timer?.cancel()
        for channel in channels { channel.close(promise: nil) }
        channels = []
        for listener in listeners.values { listener.finish() }
        listeners = [:]
    }

    private func handle(_ event: RendererDirectory.Event) {
        guard !hasStopped else { return }
        for action in directory.handle(event, at: MonotonicClock.now) {
            switch action {
            case .search: search()
            case .describe(let location): Task { [weak self] in await self?.handle(Self.describe(location)) }
            case .wake(let due): wake(at: due)
            case .publish: for listener in listeners.values { listener.yield(directory.renderers) }
            }
        }
    }

    private func received(_ bytes: [UInt8]) {
        if let message = SSDPMessage(bytes) { handle(.received(message)) }
    }

    private static func describe(_ location: String) async -> RendererDirectory.Event {
        do throws(CastingError) {
            return .described(location, try await RendererClient.describe(location))
        } catch { return .notDescribed(location, error) }
    }

    private func wake(at due: Instant) {
        timer?.cancel()
        timer = Task { [weak self] in
            try? await Task.sleep(for: .seconds(max(due - MonotonicClock.now, 0)))
            if !Task.isCancelled { await self?.handle(.woken) }
        }
    }

    private func search() {
        guard let target = try? SocketAddress(ipAddress: host, port: hostPort) else { return }
        let bytes = SSDPMessage.search(host: "\(host):\(hostPort)", wait: 1)
        for channel in channels where channel.localAddress?.port != Self.port {
            channel.writeAndFlush(AddressedEnvelope(remoteAddress: target, data: ByteBuffer(bytes: bytes)), promise: nil)
        }
    }

    // MARK: Sockets

    private func interfaces() -> [SocketAddress?] {
        guard host == Self.multicastHost else { return [nil] }
        let devices = (try? System.enumerateDevices()) ?? []
        return devices.filter(\.multicastSupported).compactMap(\.address).filter { $0.protocol == .inet }.map { $0 }
    }

    private func open(on interface: SocketAddress?) async throws -> any Channel {
        let channel = try await bootstrap().bind(host: interface?.ipAddress ?? "0.0.0.0", port: 0).get()
        if let text = interface?.ipAddress, let options = channel as? any SocketOptionProvider {
            // An IPv4 address is four bytes in network order in either struct.
            try await options.setIPMulticastIF(unsafeBitCast(inet_addr(text), to: in_addr.self)).get()
        }
        return channel
    }

    private func listen() async throws -> any Channel {
        let channel = try await bootstrap()
            .channelOption(.socketOption(.so_reuseaddr), value: 1).channelOption(
                .socketOption(NIOBSDSocket.Option(rawValue: SO_REUSEPORT)), value: 1
            )
            .bind(host: "0.0.0.0", port: Self.port).get()
        let group = try SocketAddress(ipAddress: Self.multicastHost, port: Self.port)
        guard let multicast = channel as? any MulticastChannel else { return channel }
        for device in (try? System.enumerateDevices()) ?? [] where device.multicastSupported && device.address?.protocol == .inet {
            try? await multicast.joinGroup(group, device: device).get()
        }
        return channel
    }

    private func bootstrap() -> DatagramBootstrap {
        let take: @Sendable ([UInt8]) -> Void = { [weak self] bytes in Task { await self?.received(bytes) } }
        return DatagramBootstrap(group: .singletonMultiThreadedEventLoopGroup).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(DatagramReader(take)) }
        }
    }
}

private final class DatagramReader: ChannelInboundHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>
    private let receive: @Sendable ([UInt8]) -> Void

    init(_ receive: @escaping @Sendable ([UInt8]) -> Void) { self.receive = receive }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { receive(Array(unwrapInboundIn(data).data.readableBytesView)) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}
