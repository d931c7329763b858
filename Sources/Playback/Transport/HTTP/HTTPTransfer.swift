// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxMedia
import WindowboxStreaming

/// One HTTP exchange: libcurl's thread fills it, one reader empties it, and time limits may end it.
final class HTTPTransfer: Sendable {
    private typealias Head = Result<HTTPHead, TransportError>
    private typealias Chunk = Result<ByteChunk?, TransportError>

    private struct State {
        var clock: TransferClock
        var buffer: TransferBuffer
        var head: HTTPHead?
        var received = 0
        /// Set once; nothing more arrives after it.
        var end: Result<Void, TransportError>?
        /// How many more bytes are worth reading only to keep the connection; nil while there is a reader.
        var allowanceWithoutReader: Int?
        /// Whether the network waits until the buffer has room.
        var isPaused = false
        var headWaiter: CheckedContinuation<Head, Never>?
        var chunkWaiter: CheckedContinuation<Chunk, Never>?

        /// Resumes receiving if it is paused and the buffer has space.
        mutating func resume() -> Bool {
            guard isPaused, buffer.hasCapacity else { return false }
            isPaused = false
            clock.released(at: .monotonic)
            return true
        }
    }

    let url: String
    private let thread: CurlThread
    private let state: Mutex<State>

    /// - Parameter buffered: bytes buffered ahead of the reader.
    init(url: String, limits: StreamLoad.TimeLimits, firstBegan: Instant, buffered: Int, thread: CurlThread = .shared) {
        self.url = url
        self.thread = thread
        state = Mutex(
            State(
                clock: TransferClock(limits, at: .monotonic, firstBegan: firstBegan), buffer: TransferBuffer(highMark: buffered)))
    }

    /// Sends the request and waits for the head of the response.
    func start(_ message: HTTPMessage, on connections: HTTPConnections) async throws(TransportError) -> HTTPHead {
        let head: Head = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let ended = state.withLock { state -> TransportError? in
                    if case .failure(let error) = state.end { return error }
                    state.headWaiter = waiter
                    return nil
                }
                if let ended { return waiter.resume(returning: .failure(ended)) }
                thread.send(.start(self, message, connections))
            }
        } onCancel: {
            cancel()
        }
        return try head.get()
    }

    /// The next bytes; nil at the end.
    func next() async throws(TransportError) -> ByteChunk? {
        let chunk: Chunk = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let (chunk, resumes) = state.withLock { state -> (Chunk?, Bool) in
                    if let chunk = state.buffer.popFirst() { return (.success(chunk), state.resume()) }
                    if let end = state.end { return (end.map { nil }, false) }
                    state.chunkWaiter = waiter
                    return (nil, false)
                }
                if resumes { thread.send(.check(self)) }
                if let chunk { waiter.resume(returning: chunk) }
            }
        } onCancel: {
            cancel()
        }
        return try chunk.get()
    }

    func cancel() { fail(.cancelled(url), droppingBuffer: true) }

    /// Reads the rest of a short body, so that the connection can be reused, and cancels a long one.
    func releaseUnread(upTo allowance: Int) {
        let (resumes, isTooLong) = state.withLock { state in
            state.allowanceWithoutReader = allowance
            state.buffer.removeAll()
            return (state.resume(), state.end == nil && state.head?.contentLength.map { $0 > allowance } ?? true)
        }
        if isTooLong { cancel() } else if resumes { thread.send(.check(self)) }
    }

    /// Ends the transfer, unless it has ended before, and stops it.
    ///
    /// - Parameter droppingBuffer: whether the reader doesn't get what was buffered.
    func fail(_ error: TransportError, droppingBuffer: Bool = false) {
        if end(.failure(error), droppingBuffer: droppingBuffer) { thread.send(.check(self)) }
    }

    /// Only the first end counts.
    private func end(_ result: Result<Void, TransportError>, droppingBuffer: Bool = false) -> Bool {
        let before = state.withLock { state -> State? in
            if droppingBuffer { state.buffer.removeAll() }
            guard state.end == nil else { return nil }
            let before = state
            state.end = result
            state.clock.ended()
            state.isPaused = false
            state.headWaiter = nil
            state.chunkWaiter = nil
            return before
        }
        guard let before else { return false }
        if case .failure(let error) = result { before.headWaiter?.resume(returning: .failure(error)) }
        before.chunkWaiter?.resume(returning: result.map { nil })
        return true
    }
}

/// What libcurl's thread reports.
extension HTTPTransfer {
    enum Reception { case taken, paused, unwanted }

    /// Whether the network waits for the reader.
    var isPaused: Bool { state.withLock { $0.isPaused } }
    var bufferedBytes: Int { state.withLock { $0.buffer.bytes } }

    var hasEnded: Bool { state.withLock { $0.end != nil } }

    /// Bytes received, and announced if they were; nil before the head.
    var progress: (received: Int, announced: Int?)? {
        state.withLock { state in state.head.map { (state.received, $0.contentLength) } }
    }

    /// A connection was established, and the request is being sent.
    func connected() { state.withLock { $0.clock.connected(at: .monotonic) } }

    func received(_ head: HTTPHead) {
        let waiter = state.withLock { state in
            state.head = head
            state.clock.received(at: .monotonic)
            return state.headWaiter.take()
        }
        waiter?.resume(returning: .success(head))
    }

    /// Buffers some of the body, all or nothing. ``deliver()`` passes it to the reader.
    ///
    /// - Parameter isPacked: whether the announced length isn't that of the bytes received.
    func received(_ bytes: UnsafeRawBufferPointer, isPacked: Bool) -> Reception {
        state.withLock { state in
            guard state.end == nil else { return .unwanted }
            if let allowance = state.allowanceWithoutReader {
                state.allowanceWithoutReader = allowance - bytes.count
                return allowance < bytes.count ? .unwanted : .taken
            }
            let now = Instant.monotonic
            state.clock.received(at: now)
            if state.buffer.isFull {
                state.clock.held(at: now)
                state.isPaused = true
                return .paused
            }
            let expected = isPacked ? nil : state.head?.contentLength.map { $0 - state.received }
            state.buffer.append(bytes, expected: expected)
            state.received += bytes.count
            return .taken
        }
    }

    /// Passes buffered bytes to a waiting reader.
    /// - Returns: whether receiving may resume.
    func deliver() -> Bool {
        let (waiter, chunk, resumes) = state.withLock { state -> (CheckedContinuation<Chunk, Never>?, ByteChunk?, Bool) in
            guard state.chunkWaiter != nil, let chunk = state.buffer.popFirst() else { return (nil, nil, false) }
            return (state.chunkWaiter.take(), chunk, state.resume())
        }
        waiter?.resume(returning: .success(chunk))
        return resumes
    }

    /// The response is complete, or failed.
    func finished(_ result: Result<Void, TransportError>) { _ = end(result) }

    /// Checks the time limits.
    /// - Returns: when to check again; nil if the transfer has ended.
    func check(at now: Instant) -> Instant? {
        let (expired, next) = state.withLock { ($0.clock.expired(at: now), $0.clock.nextCheck(at: now)) }
        guard let expired else { return next }
        _ = end(.failure(.timeout(url, expired)), droppingBuffer: true)
        return nil
    }
}
