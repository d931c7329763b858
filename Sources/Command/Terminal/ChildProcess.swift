// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A process that runs no longer than this program, however this program ends.
///
/// It reads nothing. It stands in a process group of its own, so what a terminal does to this program does not reach it.
final class ChildProcess: Sendable {
    private let process = Process()
    private let lifeline = Pipe()
    private let outcome = Outcome()

    private final class Outcome: Sendable {
        let state = Mutex<(status: Int32?, waiting: [CheckedContinuation<Int32, Never>])>((nil, []))
    }

    /// Whatever ends this program closes its end of the pipe: then the child is told to end. Foundation takes a process for running
    /// as long as anything that it started is, so who watches the pipe goes with the child.
    private static let script = """
        exec 3<&0
        "$@" </dev/null 3<&- &
        child=$!
        (read -r _ <&3; kill -TERM $child) 2>/dev/null &
        watch=$!
        exec 3<&-
        trap 'kill -TERM $child' TERM INT HUP
        wait $child
        status=$?
        while kill -0 $child 2>/dev/null; do wait $child; status=$?; done
        kill $watch 2>/dev/null
        exit $status
        """

    /// - Parameter errors: where its standard error goes; nil is where this program's goes.
    /// - Throws: ``Failure``.
    init(_ path: String, _ arguments: [String], errors: Pipe? = nil) throws {
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", Self.script, "sh", path] + arguments
        process.standardInput = lifeline
        if let errors { process.standardError = errors }
        process.terminationHandler = { [outcome] process in
            let status = process.terminationStatus
            let waiting = outcome.state.withLock { state in
                defer { state = (status, []) }
                return state.waiting
            }
            for continuation in waiting { continuation.resume(returning: status) }
        }
        do { try process.runWithSignals() } catch { throw Failure.failed("\(path) can't be started: \(error.localizedDescription)") }
    }

    /// Tells it to end.
    func end() { try? lifeline.fileHandleForWriting.close() }

    /// Waits until it has ended. When the task is cancelled it is told to end, and waited for all the same.
    /// - Returns: its status.
    func status() async -> Int32 {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known = outcome.state.withLock { state in
                    if state.status == nil { state.waiting.append(continuation) }
                    return state.status
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            end()
        }
    }
}

extension Process {
    /// Starts it so that signals reach it: it would inherit those that the calling thread has blocked, and the threads of
    /// concurrency have blocked nearly all, the one to end and the one that tells of children among them.
    func runWithSignals() throws {
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try run()
    }
}
