// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A value that any thread can change and a test can wait for, such as what a server, delegate or clock has recorded.
public final class Watched<Value: Sendable>: Sendable {
    private struct State {
        var value: Value
        var waiters: [Int: AsyncStream<Void>.Continuation] = [:]
        var last = 0
    }
    private let state: Mutex<State>

    public init(_ value: Value) { state = Mutex(State(value: value)) }

    public var value: Value { state.withLock { $0.value } }

    /// Changes the value and wakes all waiting tasks.
    @discardableResult public func change<Result: Sendable>(_ change: @Sendable (inout Value) -> Result) -> Result {
        let (result, waiters) = state.withLock { state in (change(&state.value), Array(state.waiters.values)) }
        for waiter in waiters { waiter.yield() }
        return result
    }

    /// Returns when the value meets a condition, immediately if it does; also if the task is cancelled.
    public func reaches(_ isSo: @Sendable (Value) -> Bool) async {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.last += 1
            state.waiters[state.last] = continuation
            return state.last
        }
        defer { state.withLock { state in state.waiters[number] = nil } }
        if isSo(value) { return }
        for await _ in changes where isSo(value) { return }
    }
}
