// SPDX-License-Identifier: Apache-2.0

import DequeModule
import WindowboxCodec
import WindowboxStreaming
import WindowboxTransport

/// A file behind a transport as a demuxer reads it: forwards as the bytes come, and anywhere where the length is known.
final class TransportInput: DemuxerInput {
    private struct State {
        var chunks: Deque<ByteChunk> = []
        var queued = 0
        /// Offset in the file of the first queued byte.
        var position = 0
        var isAtEnd = false
        /// What ended the transfer at hand.
        var failure: TransportError?
        var isClosed = false
        /// Counts seeks: a transfer for an older position is dropped.
        var epoch = 0
        var transfer: Task<Void, Never>?
        /// The transfer, where it waits for room.
        var whenRoom: CheckedContinuation<Void, Never>?
        /// No transfer runs until someone reads again.
        var isResting = false
        /// Reads fail, and nothing is transferred.
        var isInterrupted = false
        var bytesReceived = 0
        /// Keeps the file that was opened first: it may be removed while it plays.
        var file: TransportBody?
    }

    /// Bytes fetched ahead of the demuxer; a transfer waits beyond them, until half of them are read.
    private static let window = 4 << 20

    private let state = Monitor(State())
    private let request: TransportRequest
    private let transport: any Transport
    let length: Int?

    init(opened: OpenedResource, request: TransportRequest, transport: any Transport) {
        self.request = request
        self.transport = transport
        length = opened.head.contentLength
        state.change { state in
            state.chunks.append(ByteChunk(opened.prefix))
            state.queued = opened.prefix.count
            state.bytesReceived = opened.prefix.count
            if opened.head.url.hasPrefix("file:") { state.file = opened.body }
        }
        let body = opened.body
        state.change { $0.transfer = pump(epoch: 0) { body } }
    }

    /// A file that nobody has opened yet.
    init(request: TransportRequest, length: Int, transport: any Transport) {
        self.request = request
        self.transport = transport
        self.length = length
        state.change { $0.isResting = true }
    }

    // Whose transfer goes on would load a whole file for nobody.
    deinit { close() }

    /// Ends the transfer, and with it all traffic, until someone reads again.
    func rest() {
        state.change { state in
            guard !state.isClosed else { return }
            stop(&state)
            state.isResting = true
        }
    }

    /// Ends the wait of whoever reads, and the transfer; reading fails until ``resume()``.
    func interrupt() {
        state.change { state in
            guard !state.isClosed else { return }
            stop(&state)
            state.isResting = true
            state.isInterrupted = true
        }
    }

    func resume() { state.change { $0.isInterrupted = false } }

    /// Rests at the beginning.
    func rewind() {
        rest()
        state.change { $0.position = 0 }
    }

    /// What ended the transfer at hand, if it did not come to its end.
    var failure: TransportError? { state.read { $0.failure } }

    /// Bytes that came over the transport.
    var bytesReceived: Int { state.read { $0.bytesReceived } }

    /// Ends every wait; reading fails from now on.
    func close() {
        state.change {
            $0.isClosed = true
            $0.transfer?.cancel()
            $0.transfer = nil
            $0.file = nil
            $0.whenRoom.take()?.resume()
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(CodecError) -> Int {
        let result: Result<Int, CodecError> = state.wait { state in
            if state.isClosed || state.isInterrupted { return .failure(.closed) }
            if state.isResting { restart(&state) }
            if let chunk = state.chunks.first {
                let count = min(chunk.count, buffer.count)
                chunk.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
                if count == chunk.count { state.chunks.removeFirst() } else { state.chunks[0] = chunk.dropFirst(count) }
                state.queued -= count
                state.position += count
                if state.queued < Self.window / 2 { state.whenRoom.take()?.resume() }
                return .success(count)
            }
            if let failure = state.failure { return .failure(.transport(failure)) }
            return state.isAtEnd ? .success(0) : nil
        }
        return try result.get()
    }

    func seek(to offset: Int) -> Bool {
        guard let length, offset <= length else { return false }
        state.change { state in
            // What is queued already is not fetched again.
            if offset >= state.position, offset - state.position <= state.queued {
                var skip = offset - state.position
                while skip > 0, let chunk = state.chunks.first {
                    let count = min(skip, chunk.count)
                    if count == chunk.count { state.chunks.removeFirst() } else { state.chunks[0] = chunk.dropFirst(count) }
                    state.queued -= count
                    skip -= count
                }
                state.position = offset
                if state.queued < Self.window / 2 { state.whenRoom.take()?.resume() }
                return
            }
            state.position = offset
            if !state.isInterrupted { restart(&state) }
        }
        return true
    }

    private func stop(_ state: inout State) {
        state.transfer?.cancel()
        state.transfer = nil
        state.whenRoom.take()?.resume()
        state.epoch += 1
        state.chunks.removeAll()
        state.queued = 0
        state.failure = nil
        state.isAtEnd = false
    }

    /// Transfers from the position on.
    private func restart(_ state: inout State) {
        stop(&state)
        state.isResting = false
        guard let length, state.position < length else { return state.isAtEnd = true }
        var request = request
        request.span = ByteSpan(offset: state.position, length: length - state.position)
        state.transfer = pump(epoch: state.epoch) { [transport, request] () async throws(TransportError) in
            try await transport.open(request).body
        }
    }

    /// Takes a body in at the pace at which it is read; ends with the input.
    private func pump(epoch: Int, _ open: @escaping @Sendable () async throws(TransportError) -> TransportBody) -> Task<Void, Never> {
        let end: @Sendable (TransportError?) -> Void = { [weak self] in self?.end(epoch, $0) }
        return Task { [state] in
            do throws(TransportError) {
                let iterator = try await open().makeAsyncIterator()
                while let chunk = try await iterator.next() {
                    guard await Self.offer(chunk, epoch, to: state) else { return }
                }
                end(nil)
            } catch { end(error) }
        }
    }

    /// Waits while the window is full.
    /// - Returns: false when nobody wants what this transfer brings any more.
    private static func offer(_ chunk: ByteChunk, _ epoch: Int, to state: Monitor<State>) async -> Bool {
        await withCheckedContinuation { waiter in
            let isFull = state.change { state in
                guard state.epoch == epoch, !state.isClosed, state.queued >= window else { return false }
                state.whenRoom = waiter
                return true
            }
            if !isFull { waiter.resume() }
        }
        return state.change { state in
            guard state.epoch == epoch, !state.isClosed else { return false }
            state.chunks.append(chunk)
            state.queued += chunk.count
            state.bytesReceived += chunk.count
            return true
        }
    }

    private func end(_ epoch: Int, _ error: TransportError?) {
        state.change { state in
            guard state.epoch == epoch else { return }
            state.failure = shortage(state, error) ?? error
            state.isAtEnd = state.failure == nil
        }
    }

    /// Another opening may find less than the first one did.
    private func shortage(_ state: State, _ error: TransportError?) -> TransportError? {
        let end = state.position + state.queued
        guard let length, end < length, error.map({ $0.status == 416 }) ?? true else { return nil }
        let message = "There are \(end) bytes or less where \(length) were when it was opened."
        return TransportError(.truncated, url: request.url, message: message)
    }
}
