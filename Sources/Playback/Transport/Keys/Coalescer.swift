// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Shares one task among concurrent requests for the same value.
///
/// The task is cancelled when its last waiter is cancelled.
package final class Coalescer<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private typealias Outcome = Result<Value, TransportError>
    private struct Work {
        /// Distinguishes it from later work for the same key.
        let number: Int
        var task: Task<Void, Never>?
        var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
    }
    private struct State {
        var next = 0
        var works: [Key: Work] = [:]
        var cancelled: Set<Int> = []
    }
    private let state = Mutex(State())

    package init() {}

    /// - Parameter url: used in the error of a cancelled wait.
    package func value(
        _ key: Key, url: String, make: @escaping @Sendable () async throws(TransportError) -> Value
    ) async throws(TransportError) -> Value {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        let outcome: Outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isCancelled = state.withLock { state in
                    if state.cancelled.remove(number) != nil { return true }
                    var work = state.works[key] ?? Work(number: number)
                    if work.task == nil { work.task = start(key, number, make) }
                    work.waiters[number] = waiter
                    state.works[key] = work
                    return false
                }
                if isCancelled { waiter.resume(returning: .failure(.cancelled(url))) }
            }
        } onCancel: {
            leave(key, number, url: url)
        }
        state.withLock { _ = $0.cancelled.remove(number) }
        return try outcome.get()
    }

    private func start(
        _ key: Key, _ number: Int, _ make: @escaping @Sendable () async throws(TransportError) -> Value
    ) -> Task<Void, Never> {
        Task {
            let outcome: Outcome
            do throws(TransportError) { outcome = .success(try await make()) } catch { outcome = .failure(error) }
            let waiters = state.withLock { state in
                state.works[key]?.number == number ? state.works.removeValue(forKey: key)?.waiters ?? [:] : [:]
            }
            for waiter in waiters.values { waiter.resume(returning: outcome) }
        }
    }

    private func leave(_ key: Key, _ number: Int, url: String) {
        let (waiter, abandoned) = state.withLock { state -> (CheckedContinuation<Outcome, Never>?, Task<Void, Never>?) in
            guard let waiter = state.works[key]?.waiters.removeValue(forKey: number) else {
                state.cancelled.insert(number)
                return (nil, nil)
            }
            let isLast = state.works[key]?.waiters.isEmpty ?? false
            return (waiter, isLast ? state.works.removeValue(forKey: key)?.task : nil)
        }
        abandoned?.cancel()
        waiter?.resume(returning: .failure(.cancelled(url)))
    }
}
