// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxStreaming
import WindowboxTransport

/// A file read through a transport by a demuxer: sequentially as bytes arrive, and at random when its length is known.
final class TransportInput: DemuxerInput {
    private struct State {
        var plan: FetchPlan
        var transfers: [Int: Task<Void, Never>] = [:]
        /// The transfers that wait for space.
        var capacityWaiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var isClosed = false
        /// Reads fail, and nothing is transferred.
        var isInterrupted = false
        /// Keeps the file that was opened first, because it may be deleted during playback.
        var file: TransportBody?
    }

    private let state: Monitor<State>
    private let request: TransportRequest
    private let transport: any Transport
    let length: Int?
    /// It is a local file.
    let isLocal: Bool
    var fileExtension: String? { FileExtension.of(request.url) }

    init(opened: OpenedResource, request: TransportRequest, transport: any Transport) {
        self.request = request
        self.transport = transport
        length = opened.head.contentLength
        isLocal = opened.head.url.hasPrefix("file:")
        state = Monitor(State(plan: FetchPlan(length: length, isLocal: isLocal)))
        let body = opened.body
        state.change { state in
            if isLocal { state.file = body }
            let first = state.plan.adopt(ByteChunk(opened.prefix))
            state.transfers[first] = pump(first) { body }
        }
    }

    /// Makes an input for a file that is not open yet.
    init(request: TransportRequest, length: Int, transport: any Transport) {
        self.request = request
        self.transport = transport
        self.length = length
        isLocal = request.url.hasPrefix("file:")
        state = Monitor(State(plan: FetchPlan(length: length, isLocal: isLocal)))
    }

    // Otherwise, the transfers would continue until the whole file is loaded.
    deinit { close() }

    /// Ends the transfers, and thus all traffic, until the next read.
    func stopTransfers() {
        state.change { state in
            guard !state.isClosed else { return }
            perform(state.plan.reset(), &state)
        }
    }

    /// Ends a waiting read and the transfers. Reads fail until ``resume()``.
    func interrupt() {
        state.change { state in
            guard !state.isClosed else { return }
            perform(state.plan.reset(), &state)
            state.isInterrupted = true
        }
    }

    func resume() { state.change { $0.isInterrupted = false } }

    /// Ends the transfers and goes back to the beginning.
    func rewind() {
        stopTransfers()
        state.change { $0.plan.seek(to: 0) }
    }

    /// The next read follows a seek of the user, and is urgent.
    func expectJump() { state.change { $0.plan.expectJump() } }

    /// The error that ended the transfer the reader waited for, if there was one.
    var failure: TransportError? { state.read { $0.plan.failure } }

    /// Bytes received over the transport.
    var bytesReceived: Int { state.read { $0.plan.bytesReceived } }

    /// Bytes held in memory.
    var heldSize: Int { state.read { $0.plan.heldSize } }

    /// Ends every waiting read. Reads fail from now on.
    func close() {
        state.change { state in
            state.isClosed = true
            perform(state.plan.reset(), &state)
            state.file = nil
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(CodecError) -> Int {
        let result: Result<Int, CodecError> = state.wait { state in
            if state.isClosed || state.isInterrupted { return .failure(.closed) }
            let (step, actions) = state.plan.read(into: buffer)
            perform(actions, &state)
            switch step {
            case .bytes(let count): return .success(count)
            case .end: return .success(0)
            case .failed(let error): return .failure(.transport(error))
            case .wait: return nil
            }
        }
        return try result.get()
    }

    func seek(to offset: Int) -> Bool {
        guard let length, offset <= length else { return false }
        state.change { $0.plan.seek(to: offset) }
        return true
    }

    private func perform(_ actions: [FetchPlan.Action], _ state: inout State) {
        for action in actions {
            switch action {
            case .open(let id, let span):
                var request = request
                request.span = span
                state.transfers[id] = pump(id) { [transport, request] () async throws(TransportError) in
                    try await transport.open(request).body
                }
            case .cancel(let id): Self.cancel(id, in: &state)
            case .resume(let id): state.capacityWaiters.removeValue(forKey: id)?.resume()
            }
        }
    }

    private static func cancel(_ id: Int, in state: inout State) {
        state.transfers.removeValue(forKey: id)?.cancel()
        state.capacityWaiters.removeValue(forKey: id)?.resume()
    }

    /// Receives a body at the pace at which it is read. Ends with the input.
    private func pump(_ id: Int, _ open: @escaping @Sendable () async throws(TransportError) -> TransportBody) -> Task<Void, Never> {
        let url = request.url
        return Task { [state] in
            var failure: TransportError?
            do throws(TransportError) {
                let iterator = try await open().makeAsyncIterator()
                while true {
                    guard await Self.waitForCapacity(id, in: state) else { return }
                    guard let chunk = try await iterator.next() else { break }
                    let isNeeded = state.change { state in
                        let (decision, overtaken) = state.plan.receive(chunk, from: id)
                        for other in overtaken { Self.cancel(other, in: &state) }
                        if decision == .stop { state.transfers[id] = nil }
                        return decision != .stop
                    }
                    guard isNeeded else { return }
                }
            } catch { failure = error }
            state.change { state in
                state.plan.end(id, failure, url: url)
                state.transfers[id] = nil
            }
        }
    }

    /// - Returns: false when the transfer is no longer wanted.
    private static func waitForCapacity(_ id: Int, in state: Monitor<State>) async -> Bool {
        await withCheckedContinuation { waiter in
            let isPaused = state.change { state in
                guard state.plan.decision(of: id) == .pause else { return false }
                state.capacityWaiters[id] = waiter
                return true
            }
            if !isPaused { waiter.resume() }
        }
        return state.read { $0.plan.decision(of: id) != .stop }
    }
}
