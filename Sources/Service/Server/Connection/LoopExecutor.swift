// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Runs a connection's tasks on its event-loop thread.
///
/// A request that is answered from memory then needs no switch to another thread and back. CPU-intensive work runs elsewhere.
final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
