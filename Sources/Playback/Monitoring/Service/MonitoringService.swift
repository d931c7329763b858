// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxMedia
import WindowboxStreaming
public import WindowboxTransport

/// Where reports go: one for a program, shared by all its trackers.
///
/// Reports are sent by POST, one after the other, away from the main actor and from playing. A service that does not answer
/// costs some retries and at most 64 reports of memory; then reports are lost, heartbeats first.
public final class MonitoringService: Sendable {
    public let url: String
    public let environment: MonitoringEnvironment
    private let transport: any Transport
    private let origin = ContinuousClock.now

    private struct State {
        var queue: ReportQueue
        var idle: [CheckedContinuation<Void, Never>] = []
    }
    private let state: Mutex<State>

    /// - Parameters:
    ///   - url: takes POST requests with a body of `application/json`.
    ///   - transport: takes the reports there.
    public convenience init(url: String, environment: MonitoringEnvironment, transport: any Transport = HTTPTransport()) {
        self.init(url: url, environment: environment, transport: transport, queue: ReportQueue())
    }

    init(url: String, environment: MonitoringEnvironment, transport: any Transport, queue: ReportQueue) {
        state = Mutex(State(queue: queue))
        self.url = url
        self.environment = environment
        self.transport = transport
    }

    /// Reports that were given up: the service did not take them, or too many waited.
    public var lostReports: Int { state.withLock { $0.queue.lost } }

    /// Returns when nothing is left to be sent; what can't be sent is given up after some attempts.
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
        handle(.report(ReportQueue.Entry(bytes: bytes, isRepeated: report.isRepeated)))
    }

    private func handle(_ event: ReportQueue.Event) {
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
                    try? await Task.sleep(for: .seconds(due - now))
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
            handle(.failed(mayHelp: error.canRetry))
        }
    }
}
