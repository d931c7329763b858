// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Runs what answers a connection on that connection's own thread, so that a request that waits for nothing goes through one thread.
///
/// What blocks a thread must not run there: files and databases are read elsewhere.
final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
