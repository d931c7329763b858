// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A child process that ends no later than this program, however this program ends.
///
/// Its standard input is empty. It has its own process group, so that terminal signals to this program do not reach it.
final class ChildProcess: Sendable {
    private let process = Process()
    private let parentPipe = Pipe()
    private let outcome = Outcome()

    private final class Outcome: Sendable {
        let state = Mutex<(status: Int32?, waiting: [CheckedContinuation<Int32, Never>])>((nil, []))
    }

    /// When this program ends for any reason, the pipe closes, and the script terminates the child. The watcher ends with the child,
    /// because Foundation considers a process running as long as any process that it started is.
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

    /// - Parameter errors: Receives its standard error; nil uses this program's.
    /// - Throws: ``Failure``.
    init(_ path: String, _ arguments: [String], errors: Pipe? = nil) throws {
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", Self.script, "sh", path] + arguments
        process.standardInput = parentPipe
        if let errors { process.standardError = errors }
        process.terminationHandler = { [outcome] process in
            let status = process.terminationStatus
            let waiting = outcome.state.withLock { state in
                defer { state = (status, []) }
                return state.waiting
            }
            for continuation in waiting { continuation.resume(returning: status) }
        }
        do { try process.runWithSignals() } catch { throw Failure.failed("cannot start \(path): \(error.localizedDescription)") }
    }

    /// Terminates the process.
    func end() { try? parentPipe.fileHandleForWriting.close() }

    /// Waits until the process has ended. If the task is cancelled, the process is terminated, but still waited for.
    /// - Returns: Its exit status.
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
    /// Starts the process with no signals blocked. It would inherit the calling thread's signal mask, and the threads of Swift concurrency
    /// block nearly all signals, including SIGTERM and SIGCHLD.
    func runWithSignals() throws {
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try run()
    }
}
