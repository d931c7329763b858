// SPDX-License-Identifier: Apache-2.0

import DequeModule
import Dispatch
import Synchronization

/// The serial queue of one engine. The engine, its items and its sources all run on it, so they never race and never wait for a thread of
/// the cooperative pool.
///
/// Commands go down as direct calls. Facts go up through ``post(_:)``: the engine receives them when the current job is over, so a source
/// is never re-entered.
final class EngineQueue: SerialExecutor {
    private let queue = DispatchQueue(label: "windowbox.engine", qos: .userInteractive)
    private let posted = Mutex(Deque<@Sendable () -> Void>())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in
            job.runSynchronously(on: asUnownedSerialExecutor())
            deliver()
        }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// Runs work from another thread as a job of its own.
    func enqueue(_ work: @escaping @Sendable () -> Void) {
        queue.async { [self] in
            work()
            deliver()
        }
    }

    /// Runs work after the current job and before the next one, in the order of posting. Only for code that runs on the queue.
    func post(_ work: @escaping @Sendable () -> Void) {
        checkIsolated()
        posted.withLock { $0.append(work) }
    }

    /// Runs the posted work now instead of at the end of the job. Must not be called while a call of a source may be in progress.
    func deliver() { while let work = posted.withLock({ $0.popFirst() }) { work() } }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
