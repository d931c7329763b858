// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Process {
    /// Starts it so that signals reach it: it would inherit those that the calling thread has blocked, and the threads of
    /// concurrency have blocked nearly all, the one to end and the one that tells of children among them.
    public func runWithSignals() throws {
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try run()
    }
}
