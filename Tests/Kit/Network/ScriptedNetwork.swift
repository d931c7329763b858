// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import WindowboxMedia
import WindowboxStreaming
public import WindowboxTransport

/// A transport that responds from memory at the speed of a bandwidth trace, on a clock that the test advances: no sockets,
/// and deterministic.
public final class ScriptedNetwork: Transport, ManualClockParticipant {
    public typealias Script = @Sendable (TransportRequest) -> ScriptedAnswer

    private struct State {
        var link: LinkModel
        var next = 0
        var transfers: [Int: ScriptedTransfer] = [:]
        var requests: [(at: Instant, request: TransportRequest)] = []
    }

    private let clock: ManualClock
    private let latency: Double
    private let script: Script
    private let state: Mutex<State>

    /// - Parameter latency: Seconds from a request to the head of its response.
    public init(clock: ManualClock, trace: [LinkModel.Step], latency: Double = 0.05, script: @escaping Script) {
        self.clock = clock
        self.latency = latency
        self.script = script
        state = Mutex(State(link: LinkModel(trace, at: clock.now)))
        clock.add(self)
    }

    /// Serves bytes by URL.
    public convenience init(clock: ManualClock, trace: [LinkModel.Step], latency: Double = 0.05, files: [String: [UInt8]]) {
        self.init(clock: clock, trace: trace, latency: latency) { request in
            files[request.url].map { ScriptedAnswer(bytes: $0) } ?? .notFound
        }
    }

    /// The requests with their times.
    public var requests: [(at: Instant, request: TransportRequest)] { state.withLock { $0.requests } }

    /// The number of loads that have neither ended nor been cancelled.
    public var openTransfers: Int { state.withLock { $0.transfers.count } }

    public func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let answer = script(request)
        let now = clock.now
        let range = try wantedRange(request, answer)
        let id = state.withLock { state in
            state.next += 1
            state.requests.append((now, request))
            state.link.advance(to: now)
            let transfer = ScriptedTransfer(request: request, answer: answer, bytes: answer.bytes[range], began: now, lastByte: now)
            state.transfers[state.next] = transfer
            let delay = answer.delay.isFinite ? answer.delay + latency : 1e9
            state.link.begin(state.next, bytes: transfer.carried, readyAt: now + delay)
            return state.next
        }
        let head: ScriptedTransfer.Head = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isGone = state.withLock { state in
                    state.transfers[id]?.headWaiter = waiter
                    return state.transfers[id] == nil
                }
                if isGone { waiter.resume(returning: .failure(cancelled(request.url))) }
            }
        } onCancel: {
            cancel(id)
        }
        do throws(TransportError) {
            try head.get()
            if answer.status >= 400 {
                throw TransportError(
                    .status, url: request.url, message: "The script says \(answer.status).", status: answer.status,
                    retryAfter: answer.headers["Retry-After"].flatMap(Double.init))
            }
        } catch {
            cancel(id)
            throw error
        }
        return TransportResponse(
            status: request.span == nil ? answer.status : 206, headers: answer.headers, url: answer.url ?? request.url,
            contentLength: range.count, body: TransportBody(Source(network: self, id: id)))
    }

    private func wantedRange(_ request: TransportRequest, _ answer: ScriptedAnswer) throws(TransportError) -> Range<Int> {
        let length = answer.bytes.count
        if let maximum = request.maximumBytes, request.span == nil, length > maximum {
            throw TransportError(.tooLarge, url: request.url, message: "The body is longer than \(maximum) bytes.")
        }
        guard let span = request.span, answer.status < 400 else { return 0..<length }
        if span.offset < 0 || span.length <= 0 {
            throw TransportError(.malformed, url: request.url, message: "The byte range has no bytes.")
        }
        guard span.offset < length else {
            throw TransportError(.status, url: request.url, message: "The byte range lies outside.", status: 416)
        }
        return span.offset..<(span.length < length - span.offset ? span.offset + span.length : length)
    }

    private func cancelled(_ url: String) -> TransportError {
        TransportError(.cancelled, url: url, message: "The load was cancelled.")
    }

    fileprivate func next(_ id: Int) async throws(TransportError) -> ByteChunk? {
        let step: ScriptedTransfer.Step = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let step = state.withLock { state -> ScriptedTransfer.Step? in
                    guard let step = state.transfers[id]?.step() else {
                        guard state.transfers[id] != nil else { return .failure(cancelled("")) }
                        state.transfers[id]?.isReaderBusy = false
                        state.transfers[id]?.stepWaiter = waiter
                        return nil
                    }
                    return step
                }
                if let step { waiter.resume(returning: step) }
            }
        } onCancel: {
            cancel(id)
        }
        if case .success(_?) = step { return try step.get() }
        state.withLock { state in
            state.transfers[id]?.isReaderBusy = false
            state.link.end(id)
        }
        return try step.get()
    }

    fileprivate func cancel(_ id: Int) {
        let transfer = state.withLock { state in
            state.link.end(id)
            return state.transfers.removeValue(forKey: id)
        }
        transfer?.headWaiter?.resume(returning: .failure(cancelled(transfer?.request.url ?? "")))
        transfer?.stepWaiter?.resume(returning: .failure(cancelled(transfer?.request.url ?? "")))
    }

    public var isSettled: Bool { state.withLock { state in state.transfers.values.allSatisfy { !$0.isReaderBusy } } }

    public var nextEvent: Instant? {
        state.withLock { state in
            ([state.link.nextEvent] + state.transfers.values.map(\.deadline)).compactMap { $0 }.filter { $0 > clock.now }.min()
        }
    }

    public func run(to moment: Instant) {
        let wakes = state.withLock { state in
            state.link.advance(to: moment)
            var wakes: [@Sendable () -> Void] = []
            for id in state.transfers.keys.sorted() {
                guard var transfer = state.transfers[id] else { continue }
                let received = state.link.received(id)
                if received > transfer.received { transfer.lastByte = moment }
                transfer.received = received
                let readyAt = transfer.began + (transfer.answer.delay.isFinite ? transfer.answer.delay + latency : 1e9)
                transfer.failure = transfer.failure ?? transfer.expired(at: moment)
                if !transfer.headCame, readyAt <= moment || transfer.failure != nil, let waiter = transfer.headWaiter.take() {
                    let failure = readyAt <= moment ? nil : transfer.failure
                    transfer.headCame = true
                    transfer.lastByte = moment
                    transfer.isReaderBusy = true
                    wakes.append { waiter.resume(returning: failure.map { .failure($0) } ?? .success(())) }
                } else if transfer.stepWaiter != nil, let step = transfer.step(), let waiter = transfer.stepWaiter.take() {
                    transfer.isReaderBusy = true
                    wakes.append { waiter.resume(returning: step) }
                }
                state.transfers[id] = transfer
            }
            return wakes
        }
        for wake in wakes { wake() }
    }
}

private final class Source: ByteSource {
    private let network: ScriptedNetwork
    private let id: Int
    init(network: ScriptedNetwork, id: Int) {
        self.network = network
        self.id = id
    }
    func next() async throws(TransportError) -> ByteChunk? { try await network.next(id) }
    func cancel() { network.cancel(id) }
}
