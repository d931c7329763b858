// SPDX-License-Identifier: Apache-2.0

import CGIO
public import WindowboxPlayer

/// Monitors the machine's network and informs players.
@MainActor public final class NetworkWatch {
    /// The network as last reported by the system.
    public private(set) var conditions: NetworkConditions
    private let loop = BusLoop()
    private let monitor: NetworkMonitorHandle
    private var players: [WeakPlayer] = []
    private var listening: Task<Void, Never>?

    public init() {
        let (stream, continuation) = AsyncStream.makeStream(of: NetworkConditions.self, bufferingPolicy: .bufferingNewest(1))
        monitor = NetworkMonitorHandle(loop, continuation)
        conditions = NetworkMonitorHandle.conditions
        listening = Task { [weak self] in for await conditions in stream { self?.changed(conditions) } }
    }

    isolated deinit {
        listening?.cancel()
        monitor.stop()
    }

    /// Keeps the player's `Player.networkConditions` up to date from now on; its data-saving setting is left unchanged.
    public func follow(_ player: Player) {
        players.removeAll { $0.player == nil || $0.player === player }
        players.append(WeakPlayer(player: player))
        apply(to: player)
    }

    private func changed(_ conditions: NetworkConditions) {
        self.conditions = conditions
        for case let player? in players.map(\.player) { apply(to: player) }
    }

    private func apply(to player: Player) {
        var next = conditions
        next.isConstrained = player.networkConditions.isConstrained
        if player.networkConditions != next { player.networkConditions = next }
    }

    private struct WeakPlayer { weak var player: Player? }
}

/// GLib's network monitor, observed on our own loop.
// @unchecked: the monitor is GLib's singleton and thread-safe to query; the handler is connected and disconnected on the loop's thread.
private final class NetworkMonitorHandle: @unchecked Sendable {
    private let loop: BusLoop
    private var handler: gulong = 0

    private final class Listener: Sendable {
        let continuation: AsyncStream<NetworkConditions>.Continuation
        init(_ continuation: AsyncStream<NetworkConditions>.Continuation) { self.continuation = continuation }
    }

    static var conditions: NetworkConditions {
        let monitor = g_network_monitor_get_default()
        return NetworkConditions(
            isReachable: g_network_monitor_get_network_available(monitor) != 0,
            isExpensive: g_network_monitor_get_network_metered(monitor) != 0)
    }

    init(_ loop: BusLoop, _ continuation: AsyncStream<NetworkConditions>.Continuation) {
        self.loop = loop
        let listener = Listener(continuation)
        loop.perform { [self] in
            let callback: @convention(c) (OpaquePointer?, gboolean, gpointer?) -> Void = { _, _, listener in
                Unmanaged<Listener>.fromOpaque(listener!).takeUnretainedValue().continuation.yield(NetworkMonitorHandle.conditions)
            }
            handler = g_signal_connect_data(
                UnsafeMutableRawPointer(g_network_monitor_get_default()), "network-changed", unsafeBitCast(callback, to: GCallback.self),
                Unmanaged.passRetained(listener).toOpaque(), { listener, _ in Unmanaged<Listener>.fromOpaque(listener!).release() },
                GConnectFlags(rawValue: 0))
            continuation.yield(Self.conditions)
        }
    }

    func stop() {
        loop.perform { [self] in
            g_signal_handler_disconnect(UnsafeMutableRawPointer(g_network_monitor_get_default()), handler)
        }
    }
}
