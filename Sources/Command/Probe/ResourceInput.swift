// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxStreaming
import WindowboxTransport

/// A demuxer input for a resource: it reads the body forwards, and seeks with a new request if the length is known.
final class ResourceInput: DemuxerInput {
    private struct State {
        var body: TransportBody?
        var rest: ByteChunk
        /// The offset of the first byte of `rest`.
        var position = 0
        var received: Int
    }

    /// The maximum number of bytes to load.
    private static let maximumBytes = 256 << 20

    // Used on the demuxer's thread only; the monitor makes it Sendable.
    private let state: Monitor<State>
    private let request: TransportRequest
    private let transport: any Transport
    let length: Int?
    var fileExtension: String? { FileExtension.of(request.url) }

    init(prefix: [UInt8], response: TransportResponse, request: TransportRequest, transport: any Transport) {
        state = Monitor(State(body: response.body, rest: ByteChunk(prefix), received: prefix.count))
        self.request = request
        self.transport = transport
        length = response.contentLength
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(CodecError) -> Int {
        while true {
            let (body, count) = state.change { state in
                let count = min(state.rest.count, buffer.count)
                state.rest.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
                state.rest = state.rest.dropFirst(count)
                state.position += count
                return (state.body, count)
            }
            if count > 0 || buffer.isEmpty { return count }
            guard state.read({ $0.received }) < Self.maximumBytes else {
                throw CodecError(.source, "no track information in the first \(Self.maximumBytes) bytes")
            }
            guard let chunk = try fetch(body) else { return 0 }
            state.change { state in
                state.rest = chunk
                state.received += chunk.count
            }
        }
    }

    func seek(to offset: Int) -> Bool {
        guard let length, offset >= 0, offset <= length else { return false }
        state.change { state in
            if offset >= state.position, offset - state.position <= state.rest.count {
                state.rest = state.rest.dropFirst(offset - state.position)
            } else {
                state.body?.cancel()
                state.body = nil
                state.rest = ByteChunk([])
            }
            state.position = offset
        }
        return true
    }

    /// Blocks until a task has loaded the next chunk; nil at the end.
    private func fetch(_ body: TransportBody?) throws(CodecError) -> ByteChunk? {
        let position = state.read { $0.position }
        if body == nil, position == length { return nil }
        var request = request
        if let length { request.span = ByteSpan(offset: position, length: length - position) }
        let outcome = Monitor<Result<(TransportBody, ByteChunk?), TransportError>?>(nil)
        Task { [transport, request] in
            let result: Result<(TransportBody, ByteChunk?), TransportError>
            do throws(TransportError) {
                let open = if let body { body } else { try await transport.open(request).body }
                result = .success((open, try await open.makeAsyncIterator().next()))
            } catch { result = .failure(error) }
            outcome.change { $0 = result }
        }
        switch outcome.wait({ $0 }) {
        case .failure(let error): throw CodecError(.source, error.description)
        case .success(let (open, chunk)):
            state.change { $0.body = open }
            return chunk
        }
    }
}
