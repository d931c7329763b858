// SPDX-License-Identifier: Apache-2.0

/// Sends values from one source to any number of listeners.
@MainActor package final class Broadcast<Value: Sendable> {
    private var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
    private var count = 0
    private var isFinished = false

    package nonisolated init() {}

    isolated deinit { for listener in listeners.values { listener.finish() } }

    /// - Parameter first: sent to a new listener at once.
    package func listen(buffering: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded, first: Value? = nil) -> AsyncStream<Value>
    {
        let (stream, listener) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: buffering)
        count += 1
        let number = count
        listeners[number] = listener
        listener.onTermination = { [weak self] _ in
            Task { @MainActor [weak self] in self?.listeners[number] = nil }
        }
        if let first { listener.yield(first) }
        if isFinished { listener.finish() }
        return stream
    }

    package func send(_ value: Value) {
        for listener in listeners.values { listener.yield(value) }
    }

    /// Ends all streams: later listeners get only their first value.
    package func finish() {
        isFinished = true
        for listener in listeners.values { listener.finish() }
    }
}
