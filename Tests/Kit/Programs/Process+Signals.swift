// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Process {
    /// Starts the process with signals unblocked. Otherwise it would inherit the calling thread's mask, and the threads of
    /// Swift concurrency block nearly all signals, including SIGTERM and SIGCHLD.
    public func runWithSignals() throws {
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try run()
    }
}
