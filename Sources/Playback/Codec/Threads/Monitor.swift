// SPDX-License-Identifier: Apache-2.0

import Glibc

/// State shared by several threads, which can wait for changes.
///
/// Demuxing and decoding block in C, so they run on separate threads. This is how those threads communicate.
// @unchecked: `state` is only accessed while holding the mutex.
package final class Monitor<State>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var state: State

    package init(_ state: State) {
        self.state = state
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Reads the state without waking any thread.
    package func read<Result>(_ body: (borrowing State) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(state)
    }

    /// Changes the state and wakes all waiting threads.
    package func change<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_mutex_unlock(mutex)
            pthread_cond_broadcast(condition)
        }
        return try body(&state)
    }

    /// Changes the state, and wakes waiting threads only if `body` returns true. For changes that mostly don't matter to them.
    package func update(_ body: (inout State) throws -> Bool) rethrows {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        if try body(&state) { pthread_cond_broadcast(condition) }
    }

    /// Waits until `body` returns a value. It is called again after each change.
    package func wait<Result>(_ body: (inout State) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            pthread_cond_wait(condition, mutex)
        }
    }

    /// Waits until `body` returns a value; nil once the monotonic clock has reached `deadline` (nanoseconds).
    package func wait<Result>(until deadline: Int64, _ body: (inout State) -> Result?) -> Result? {
        var moment = timespec(tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            if pthread_cond_timedwait(condition, mutex, &moment) == ETIMEDOUT { return body(&state) }
        }
    }
}
