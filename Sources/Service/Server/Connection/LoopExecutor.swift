// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Runs a connection's tasks on the thread that reads and writes for it.
///
/// A request whose answer is in memory is then answered without another thread being woken, twice for each request. Whatever takes the
/// processor for long goes elsewhere.
final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
