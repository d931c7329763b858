// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// One transfer with any number of readers, each at its own position.
///
/// The reader that is furthest ahead drives the transfer, so nothing is fetched ahead of all readers. Data is kept for the other readers
/// and for the cache. If it exceeds the cache's limit, it is dropped once the slowest reader has passed it.
final class SharedTransfer: Sendable {
    typealias End = @Sendable (SharedTransfer, SegmentCache.Entry?) -> Void
    private typealias Head = Result<TransportResponse, TransportError>
    private typealias Step = Result<ByteChunk?, TransportError>

    private struct State {
        var head: Head?
        var opening: Task<Void, Never>?
        var chunks: [ByteChunk] = []
        /// Number of chunks dropped from the front.
        var dropped = 0
        var bytes = 0
        var isKept = true
        var end: Result<Void, TransportError>?
        var isPulling = false
        var nextReader = 0
        /// Position of each reader, in chunks.
        var positions: [Int: Int] = [:]
        var headWaiters: [Int: CheckedContinuation<Head, Never>] = [:]
        var chunkWaiters: [Int: CheckedContinuation<Step, Never>] = [:]
    }

    private let url: String
    private let largest: Int
    private let onEnd: End
    private let state = Mutex(State())

    /// - Parameters:
    ///   - largest: maximum number of bytes kept for the cache.
    ///   - onEnd: called once, with the response to cache, if any.
    init(url: String, largest: Int, onEnd: @escaping End) {
        self.url = url
        self.largest = largest
        self.onEnd = onEnd
    }

    /// Registers another reader at the start; nil if the start isn't kept or the transfer has failed.
    func enter() -> Int? {
        state.withLock { state in
            if case .failure = state.end { return nil }
            guard state.isKept else { return nil }
            state.nextReader += 1
            state.positions[state.nextReader] = 0
            return state.nextReader
        }
    }

    func open(
        _ request: TransportRequest, as reader: Int, upstream: any Transport
    ) async throws(TransportError) -> TransportResponse {
        let outcome: Head = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let known = state.withLock { state -> Head? in
                    if state.positions[reader] == nil { return .failure(.cancelled(url)) }
                    if let head = state.head { return head }
                    state.headWaiters[reader] = waiter
                    if state.opening == nil { state.opening = Task { await self.begin(request, upstream) } }
                    return nil
                }
                if let known { waiter.resume(returning: known) }
            }
        } onCancel: {
            leave(reader)
        }
        let head: TransportResponse
        do throws(TransportError) {
            head = try outcome.get()
            if let length = head.contentLength, let maximum = request.maximumBytes, length > maximum {
                throw .tooLarge(url, limit: maximum)
            }
        } catch {
            leave(reader)
            throw error
        }
        var response = head
        response.body = TransportBody(Reader(self, number: reader, meter: BodyMeter(url: url, maximum: request.maximumBytes)))
        return response
    }

    private func begin(_ request: TransportRequest, _ upstream: any Transport) async {
        let head: Head
        do throws(TransportError) { head = .success(try await upstream.open(request)) } catch { head = .failure(error) }
        let (waiters, isAbandoned) = state.withLock { state in
            state.head = head
            switch head {
            case .success(let response): state.isKept = CacheRules.mayKeep(response, largest: largest)
            case .failure(let error): state.end = .failure(error)
            }
            defer { state.headWaiters = [:] }
            return (state.headWaiters, state.positions.isEmpty)
        }
        for waiter in waiters.values { waiter.resume(returning: head) }
        switch head {
        case .success(let response): if isAbandoned { response.body.cancel() }
        case .failure: onEnd(self, nil)
        }
    }

    fileprivate func next(_ reader: Int) async throws(TransportError) -> ByteChunk? {
        let step: Step = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let known = state.withLock { state -> Step? in
                    guard let position = state.positions[reader] else { return .failure(.cancelled(url)) }
                    if position - state.dropped < state.chunks.count { return .success(take(position, reader, &state)) }
                    if let end = state.end { return end.map { nil } }
                    state.chunkWaiters[reader] = waiter
                    if !state.isPulling, case .success(let response) = state.head {
                        state.isPulling = true
                        Task { await self.pull(response.body) }
                    }
                    return nil
                }
                if let known { waiter.resume(returning: known) }
            }
        } onCancel: {
            leave(reader)
        }
        return try step.get()
    }

    private func take(_ position: Int, _ reader: Int, _ state: inout State) -> ByteChunk {
        let chunk = state.chunks[position - state.dropped]
        state.positions[reader] = position + 1
        if !state.isKept, let slowest = state.positions.values.min(), slowest > state.dropped {
            state.chunks.removeFirst(slowest - state.dropped)
            state.dropped = slowest
        }
        return chunk
    }

    private func pull(_ body: TransportBody) async {
        let step: Step
        do throws(TransportError) { step = .success(try await body.makeAsyncIterator().next()) } catch { step = .failure(error) }
        let (answers, ended) = state.withLock { state in
            state.isPulling = false
            switch step {
            case .success(let chunk?):
                state.chunks.append(chunk)
                state.bytes += chunk.count
                if state.bytes > largest { state.isKept = false }
            case .success(nil): state.end = .success(())
            case .failure(let error): state.end = .failure(error)
            }
            var answers: [(CheckedContinuation<Step, Never>, Step)] = []
            for (reader, waiter) in state.chunkWaiters {
                if case .success(_?) = step, let position = state.positions[reader] {
                    answers.append((waiter, .success(take(position, reader, &state))))
                } else {
                    answers.append((waiter, step))
                }
            }
            state.chunkWaiters = [:]
            return (answers, state.end != nil)
        }
        for (waiter, answer) in answers { waiter.resume(returning: answer) }
        if ended { onEnd(self, kept) }
    }

    /// The response for the cache after a successful end. Copied into one piece, because chunks may be small slices of large buffers.
    private var kept: SegmentCache.Entry? {
        state.withLock { state in
            guard case .success = state.end, case .success(let head) = state.head, state.isKept else { return nil }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(state.bytes)
            for chunk in state.chunks { bytes.append(chunk) }
            return SegmentCache.Entry(status: head.status, headers: head.headers, url: head.url, chunks: [ByteChunk(bytes)])
        }
    }

    /// Removes a reader; the last one cancels the transfer.
    fileprivate func leave(_ reader: Int) {
        let (head, step, body, isLast) = state.withLock { state in
            let head = state.headWaiters.removeValue(forKey: reader)
            let step = state.chunkWaiters.removeValue(forKey: reader)
            guard state.positions.removeValue(forKey: reader) != nil else { return (head, step, nil as TransportBody?, false) }
            guard state.positions.isEmpty, state.end == nil else { return (head, step, nil, false) }
            state.end = .failure(.cancelled(url))
            state.opening?.cancel()
            if case .success(let response) = state.head { return (head, step, response.body, true) }
            return (head, step, nil, true)
        }
        head?.resume(returning: .failure(.cancelled(url)))
        step?.resume(returning: .failure(.cancelled(url)))
        body?.cancel()
        if isLast { onEnd(self, nil) }
    }

    private final class Reader: ByteSource {
        private let transfer: SharedTransfer
        private let number: Int
        private let meter: Mutex<BodyMeter>

        init(_ transfer: SharedTransfer, number: Int, meter: BodyMeter) {
            self.transfer = transfer
            self.number = number
            self.meter = Mutex(meter)
        }

        func next() async throws(TransportError) -> ByteChunk? {
            guard let chunk = try await transfer.next(number) else { return nil }
            return try meter.withLock { (meter) throws(TransportError) in try meter.take(chunk) }
        }

        func cancel() { transfer.leave(number) }
    }
}
