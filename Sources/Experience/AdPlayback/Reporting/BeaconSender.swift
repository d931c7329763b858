// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import WindowboxAdMarkup
import WindowboxStreaming
public import WindowboxTransport

/// Sends ad-tracking beacons with retries, and stores unsent ones on disk for the next run.
public actor BeaconSender {
    private let transport: any Transport
    private let file: URL?
    private let clock: @Sendable () -> Double
    private var queue: BeaconQueue
    private var timer: Task<Void, Never>?
    private var idle: [CheckedContinuation<Void, Never>] = []
    /// Maximum response size in bytes; responses are ignored.
    private static let maxBytes = 1 << 16

    /// - Parameters:
    ///   - transport: sends the beacons.
    ///   - file: stores unsent beacons, which are loaded and sent immediately; nil stores nothing.
    ///   - settings: for a new queue.
    ///   - clock: seconds since 1970.
    public init(
        transport: any Transport = RoutingTransport.secure(), file: URL? = nil, settings: BeaconQueue.Settings = .init(),
        clock: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
    ) {
        self.transport = transport
        self.file = file
        self.clock = clock
        // An unreadable file must not prevent sending.
        let kept = file.flatMap { try? Data(contentsOf: $0) }.flatMap { try? JSONDecoder().decode(BeaconQueue.self, from: $0) }
        queue = kept ?? BeaconQueue(settings: settings)
        if queue.count > 0 { Task { await self.begin() } }
    }

    private func begin() { perform(queue.handle(.clock, at: clock())) }

    /// Beacons with the same ID are sent once.
    public func send(_ beacons: [AdBeacon]) {
        guard !beacons.isEmpty else { return }
        perform(queue.handle(.add(beacons), at: clock()))
    }

    /// Returns when nothing is left to send.
    public func finish() async {
        while queue.count > 0 { await withCheckedContinuation { idle.append($0) } }
    }

    private func perform(_ actions: [BeaconQueue.Action]) {
        keep()
        for action in actions {
            switch action {
            case .send(let beacon): Task { await self.send(beacon) }
            case .wake(let time): wake(at: time)
            case .giveUp: break
            }
        }
        guard queue.count == 0 else { return }
        for continuation in idle { continuation.resume() }
        idle = []
    }

    private func send(_ beacon: AdBeacon) async {
        let request = TransportRequest(
            url: beacon.url, limits: .init(whole: queue.settings.timeout), maximumBytes: Self.maxBytes)
        do throws(TransportError) {
            _ = try await transport.bytes(of: request)
            perform(queue.handle(.sent(id: beacon.id), at: clock()))
        } catch {
            // Even an oversized response is a success.
            if error.cause == .tooLarge { return perform(queue.handle(.sent(id: beacon.id), at: clock())) }
            let isFinal = error.status.map { (400..<500).contains($0) && $0 != 408 && $0 != 429 } ?? false
            perform(queue.handle(.failed(id: beacon.id, isFinal: isFinal), at: clock()))
        }
    }

    private func wake(at time: Double) {
        timer?.cancel()
        let wait = max(0.01, time - clock())
        timer = Task {
            try? await Task.sleep(for: .seconds(wait))
            if !Task.isCancelled { self.begin() }
        }
    }

    private func keep() {
        guard let file, let data = try? JSONEncoder().encode(queue) else { return }
        try? data.write(to: file, options: .atomic)
    }
}
