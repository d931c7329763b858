// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec

/// Passes bytes from a thread that waits for space to a task that consumes them.
final class RemuxByteStream: Sendable {
    private struct State {
        var queued = 0
        var isClosed = false
    }

    private static let capacity = 1 << 20
    private let state = Monitor(State())
    let chunks: AsyncThrowingStream<[UInt8], any Error>
    private let out: AsyncThrowingStream<[UInt8], any Error>.Continuation

    init() { (chunks, out) = AsyncThrowingStream.makeStream() }

    /// - Returns: false once the consumer has stopped reading.
    func write(_ bytes: [UInt8]) -> Bool {
        let isOpen = state.wait { state in
            if state.isClosed { return false }
            guard state.queued < Self.capacity else { return nil }
            state.queued += bytes.count
            return true
        }
        if isOpen { out.yield(bytes) }
        return isOpen
    }

    func taken(_ bytes: [UInt8]) { state.change { $0.queued -= bytes.count } }

    func finish(_ error: (any Error)? = nil) { out.finish(throwing: error) }

    /// The consumer stops.
    func close() {
        state.change { $0.isClosed = true }
        out.finish()
    }
}
