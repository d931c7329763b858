// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxMedia
import WindowboxStreaming
public import WindowboxTransport

/// Sends reports to a service. A program has one, shared by all its trackers.
///
/// Reports are sent by POST, one at a time, off the main actor and without affecting playback. If the service does not respond, reports are
/// retried and at most 64 are kept. Beyond that, reports are lost, heartbeats first.
public final class MonitoringService: Sendable {
    /// The URL that reports are sent to.
    public let url: String
    /// Sent at the start of each session.
    public let environment: MonitoringEnvironment
    private let transport: any Transport
    private let origin = SuspendingClock.now

    private struct State {
        var queue: MonitoringReportQueue
        var idle: [CheckedContinuation<Void, Never>] = []
    }
    private let state: Mutex<State>

    /// - Parameters:
    ///   - url: accepts POST requests with a body of `application/json`.
    ///   - transport: sends the reports.
    public convenience init(url: String, environment: MonitoringEnvironment, transport: any Transport = HTTPTransport()) {
        self.init(url: url, environment: environment, transport: transport, queue: MonitoringReportQueue())
    }

    init(url: String, environment: MonitoringEnvironment, transport: any Transport, queue: MonitoringReportQueue) {
        state = Mutex(State(queue: queue))
        self.url = url
        self.environment = environment
        self.transport = transport
    }

    /// The number of lost reports: the service did not accept them, or too many were waiting.
    public var lostReports: Int { state.withLock { $0.queue.lost } }

    /// Returns when all reports are sent. Those that fail are dropped after some attempts.
    public func flush() async {
        await withCheckedContinuation { done in
            let isIdle = state.withLock { state in
                if !state.queue.isEmpty { state.idle.append(done) }
                return state.queue.isEmpty
            }
            if isIdle { done.resume() }
        }
    }

    func post(_ report: MonitoringReport) {
        guard let bytes = try? report.json() else { return }
        handle(.report(MonitoringReportQueue.Entry(bytes: bytes, isRepeated: report.isRepeated)))
    }

    private func handle(_ event: MonitoringReportQueue.Event) {
        let now = Instant(since: origin)
        let (actions, idle) = state.withLock { state in
            let actions = state.queue.handle(event, at: now)
            guard state.queue.isEmpty else { return (actions, [CheckedContinuation<Void, Never>]()) }
            defer { state.idle = [] }
            return (actions, state.idle)
        }
        for action in actions {
            switch action {
            case .post(let bytes): Task(priority: .utility) { await self.send(bytes) }
            case .wake(let due):
                Task(priority: .utility) {
                    try? await Task.sleep(for: .seconds(due - now), clock: .suspending)
                    self.handle(.woke)
                }
            }
        }
        for waiting in idle { waiting.resume() }
    }

    private func send(_ bytes: [UInt8]) async {
        let request = TransportRequest(
            url: url, method: .post, headers: ["Content-Type": "application/json"], payload: bytes, maximumBytes: 64 << 10)
        do throws(TransportError) {
            _ = try await transport.bytes(of: request)
            handle(.sent)
        } catch {
            handle(.failed(canRetry: error.canRetry))
        }
    }
}
