// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// The one serial queue of an engine: engine, items and sources run on it, so they never race and never wait for a thread
/// of the cooperative pool.
final class EngineQueue: SerialExecutor {
    private let queue = DispatchQueue(label: "windowbox.engine", qos: .userInteractive)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// Runs something after what is queued now.
    func enqueue(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
