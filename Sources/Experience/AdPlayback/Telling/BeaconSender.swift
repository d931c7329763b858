// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import WindowboxAdMarkup
import WindowboxStreaming
public import WindowboxTransport

/// Sends what is told of ads, again while nobody takes it, and keeps on disk what is left when the program ends.
public actor BeaconSender {
    private let transport: any Transport
    private let file: URL?
    private let clock: @Sendable () -> Double
    private var queue: BeaconQueue
    private var waking: Task<Void, Never>?
    private var idle: [CheckedContinuation<Void, Never>] = []
    /// Of an answer, which says nothing.
    private static let mostBytes = 1 << 16

    /// - Parameters:
    ///   - transport: brings the messages to whoever counts.
    ///   - file: where what is left is kept; it is read at once, and sent. Nil keeps nothing.
    ///   - settings: of a queue that is made anew.
    ///   - clock: seconds since 1970.
    public init(
        transport: any Transport = RoutingTransport.secure(), file: URL? = nil, settings: BeaconQueue.Settings = .init(),
        clock: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
    ) {
        self.transport = transport
        self.file = file
        self.clock = clock
        // What can't be read is no reason to tell nothing more.
        let kept = file.flatMap { try? Data(contentsOf: $0) }.flatMap { try? JSONDecoder().decode(BeaconQueue.self, from: $0) }
        queue = kept ?? BeaconQueue(settings: settings)
        if queue.count > 0 { Task { await self.begin() } }
    }

    private func begin() { perform(queue.handle(.clock, at: clock())) }

    /// Messages of one name are sent once.
    public func send(_ beacons: [AdBeacon]) {
        guard !beacons.isEmpty else { return }
        perform(queue.handle(.add(beacons), at: clock()))
    }

    /// Comes back when nothing is left to send.
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
            url: beacon.url, limits: .init(whole: queue.settings.timeout), maximumBytes: Self.mostBytes)
        do throws(TransportError) {
            _ = try await transport.bytes(of: request)
            perform(queue.handle(.sent(id: beacon.id), at: clock()))
        } catch {
            // An answer that is too long was an answer.
            if error.cause == .tooLarge { return perform(queue.handle(.sent(id: beacon.id), at: clock())) }
            let isFinal = error.status.map { (400..<500).contains($0) && $0 != 408 && $0 != 429 } ?? false
            perform(queue.handle(.failed(id: beacon.id, isFinal: isFinal), at: clock()))
        }
    }

    private func wake(at time: Double) {
        waking?.cancel()
        let wait = max(0.01, time - clock())
        waking = Task {
            try? await Task.sleep(for: .seconds(wait))
            if !Task.isCancelled { self.begin() }
        }
    }

    private func keep() {
        guard let file, let data = try? JSONEncoder().encode(queue) else { return }
        try? data.write(to: file, options: .atomic)
    }
}
