// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization
import WindowboxMedia
import WindowboxStreaming

/// One HTTP exchange: the client's event loop fills it, one reader empties it, and time limits may end it.
final class HTTPTransfer: HTTPClientResponseDelegate {
    typealias Response = Void
    private typealias Head = Result<HTTPResponseHead, TransportError>
    private typealias Chunk = Result<ByteBuffer?, TransportError>

    private struct State {
        var clock: TransferClock
        var buffer: TransferBuffer
        var task: HTTPClient.Task<Void>?
        var timer: Scheduled<Void>?
        var head: HTTPResponseHead?
        var received = 0
        /// Set once; nothing more arrives after it.
        var end: Result<Void, TransportError>?
        /// How many more bytes are worth reading only to keep the connection; nil while there is a reader.
        var allowanceWithoutReader: Int?
        var room: EventLoopPromise<Void>?
        var headWaiter: CheckedContinuation<Head, Never>?
        var chunkWaiter: CheckedContinuation<Chunk, Never>?
    }

    let url: String
    private let loop: any EventLoop
    private let state: Mutex<State>

    /// - Parameter buffered: bytes buffered ahead of the reader.
    init(url: String, limits: StreamLoad.TimeLimits, firstBegan: Instant, buffered: Int, loop: any EventLoop) {
        self.url = url
        self.loop = loop
        state = Mutex(
            State(
                clock: TransferClock(limits, at: .monotonic, firstBegan: firstBegan), buffer: TransferBuffer(highMark: buffered)))
    }

    /// Sends the request and waits for the head of the response.
    func start(_ request: HTTPClient.Request, with client: HTTPClient) async throws(TransportError) -> HTTPResponseHead {
        let head: Head = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let ended = state.withLock { state -> TransportError? in
                    if case .failure(let error) = state.end { return error }
                    state.headWaiter = waiter
                    return nil
                }
                if let ended { return waiter.resume(returning: .failure(ended)) }
                loop.execute { self.send(request, with: client) }
            }
        } onCancel: {
            cancel()
        }
        return try head.get()
    }

    private func send(_ request: HTTPClient.Request, with client: HTTPClient) {
        guard state.withLock({ $0.end == nil }) else { return }
        let task = client.execute(request: request, delegate: self, eventLoop: .delegate(on: loop))
        let isOver = state.withLock { state in
            state.task = task
            return state.end != nil
        }
        if isOver { task.cancel() } else { watchClock() }
    }

    /// The next bytes; nil at the end.
    func next() async throws(TransportError) -> ByteBuffer? {
        let chunk: Chunk = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let (chunk, room) = state.withLock { state -> (Chunk?, EventLoopPromise<Void>?) in
                    if let chunk = state.buffer.popFirst() {
                        guard state.room != nil, state.buffer.hasRoom else { return (.success(chunk), nil) }
                        state.clock.released(at: .monotonic)
                        return (.success(chunk), state.room.take())
                    }
                    if let end = state.end { return (end.map { nil }, nil) }
                    state.chunkWaiter = waiter
                    return (nil, nil)
                }
                room?.succeed()
                if let chunk { waiter.resume(returning: chunk) }
            }
        } onCancel: {
            cancel()
        }
        return try chunk.get()
    }

    func cancel() { end(.failure(.cancelled(url)), droppingBuffer: true) }

    /// Reads the rest of a short body, so that the connection can be reused, and cancels a long one.
    func releaseUnread(upTo allowance: Int) {
        let (room, isOver) = state.withLock { state in
            state.allowanceWithoutReader = allowance
            state.buffer.removeAll()
            state.clock.released(at: .monotonic)
            return (state.room.take(), state.end != nil)
        }
        room?.succeed()
        if !isOver, announcedLength.map({ $0 > allowance }) ?? true { cancel() }
    }

    private var announcedLength: Int? {
        state.withLock { $0.head?.headers.first(name: "Content-Length").flatMap { Int($0) } }
    }

    /// Checks the time limits now, and again when the next one may expire.
    private func watchClock() {
        let now = Instant.monotonic
        let (expired, next) = state.withLock { ($0.clock.expired(at: now), $0.clock.nextCheck(at: now)) }
        if let expired { return end(.failure(.timeout(url, expired)), droppingBuffer: true) }
        guard let next else { return }
        let timer = loop.scheduleTask(in: .nanoseconds(max(1_000_000, next.nanoseconds - now.nanoseconds))) { self.watchClock() }
        let isOver = state.withLock { state in
            state.timer = timer
            return state.end != nil
        }
        if isOver { timer.cancel() }
    }

    /// Only the first end counts. After a failure the reader still gets what was buffered, unless it cancelled itself.
    private func end(_ result: Result<Void, TransportError>, droppingBuffer: Bool = false) {
        let finishing = state.withLock { state -> State? in
            if droppingBuffer { state.buffer.removeAll() }
            guard state.end == nil else { return nil }
            let before = state
            state.end = result
            state.clock.ended()
            state.task = nil
            state.timer = nil
            state.room = nil
            state.headWaiter = nil
            state.chunkWaiter = nil
            return before
        }
        guard let finishing else { return }
        finishing.timer?.cancel()
        if case .failure(let error) = result {
            finishing.task?.fail(reason: error)
            finishing.headWaiter?.resume(returning: .failure(error))
        }
        finishing.room?.succeed()
        finishing.chunkWaiter?.resume(returning: result.map { nil })
    }
}

extension HTTPTransfer {
    func didSendRequestHead(task: HTTPClient.Task<Void>, _ head: HTTPRequestHead) {
        state.withLock { $0.clock.connected(at: .monotonic) }
    }

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        let waiter = state.withLock { state in
            state.head = head
            state.clock.received(at: .monotonic)
            return state.headWaiter.take()
        }
        waiter?.resume(returning: .success(head))
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ part: ByteBuffer) -> EventLoopFuture<Void> {
        enum Next { case deliver(CheckedContinuation<Chunk, Never>), wait(EventLoopFuture<Void>), goOn, giveUp }
        let next = state.withLock { state -> Next in
            state.received += part.readableBytes
            let now = Instant.monotonic
            state.clock.received(at: now)
            guard state.end == nil else { return .goOn }
            if let allowance = state.allowanceWithoutReader {
                state.allowanceWithoutReader = allowance - part.readableBytes
                return allowance < part.readableBytes ? .giveUp : .goOn
            }
            if let waiter = state.chunkWaiter.take() { return .deliver(waiter) }
            state.buffer.append(part)
            guard state.buffer.isFull else { return .goOn }
            state.clock.held(at: now)
            let room = task.eventLoop.makePromise(of: Void.self)
            state.room = room
            return .wait(room.futureResult)
        }
        switch next {
        case .deliver(let waiter): waiter.resume(returning: .success(part))
        case .wait(let room): return room
        case .giveUp: cancel()
        case .goOn: break
        }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveError(task: HTTPClient.Task<Void>, _ error: any Error) {
        let (head, received) = state.withLock { state in
            state.task = nil
            return (state.head, state.received)
        }
        let length = head?.headers.first(name: "Content-Length").flatMap { Int($0) }
        end(.failure(TransportError(error, url: url, progress: head == nil ? nil : (received, length))))
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) throws { end(.success(())) }
}
