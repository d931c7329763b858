// SPDX-License-Identifier: Apache-2.0

import CCurl
import Glibc
import Synchronization

/// The thread that runs libcurl for all transports of the process. It starts with the first request.
final class CurlThread: Sendable {
    static let shared = CurlThread()

    enum Command: Sendable {
        case start(HTTPTransfer, HTTPMessage, HTTPConnections)
        /// The transfer has ended, or its buffer has room again.
        case check(HTTPTransfer)
        /// Closes the connections of a transport that was released.
        case close(ObjectIdentifier)
    }

    private struct State {
        var commands: [Command] = []
        /// nil before the first request.
        var lines: CurlLines?
    }

    private let state = Mutex(State())
    private let open: @Sendable () -> Result<CurlLines, CurlLines.Failure>

    /// - Parameter open: opens what the thread waits on.
    init(open: @escaping @Sendable () -> Result<CurlLines, CurlLines.Failure> = CurlLines.open) { self.open = open }

    /// A process may have no descriptors or threads left. Then the request fails, and the next one tries again.
    func send(_ command: Command) {
        enum Next { case ring(CInt), nothing, fail(HTTPTransfer, CurlLines.Failure) }
        let next = state.withLock { state -> Next in
            if let lines = state.lines {
                state.commands.append(command)
                return state.commands.count == 1 ? .ring(lines.bell) : .nothing
            }
            guard case .start(let transfer, _, _) = command else { return .nothing }
            switch start() {
            case .success(let lines):
                state.lines = lines
                state.commands.append(command)
                return .nothing
            case .failure(let failure): return .fail(transfer, failure)
            }
        }
        switch next {
        case .ring(let bell): eventfd_write(bell, 1)
        case .nothing: break
        case .fail(let transfer, let failure): transfer.finished(.failure(.noResources(transfer.url, failure.code)))
        }
    }

    /// The commands since the last call.
    func takeCommands() -> [Command] {
        state.withLock { state in
            defer { state.commands = [] }
            return state.commands
        }
    }

    private final class Launch: Sendable {
        let thread: CurlThread
        let lines: CurlLines

        init(_ thread: CurlThread, _ lines: CurlLines) { (self.thread, self.lines) = (thread, lines) }
    }

    private func start() -> Result<CurlLines, CurlLines.Failure> {
        let lines: CurlLines
        switch open() {
        case .success(let opened): lines = opened
        case .failure(let failure): return .failure(failure)
        }
        let launch = Unmanaged.passRetained(Launch(self, lines))
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                windowbox_name_thread("windowbox-http")
                // Signals are for the program's own threads, and a broken TLS connection must not raise SIGPIPE.
                var all = sigset_t()
                sigfillset(&all)
                pthread_sigmask(SIG_BLOCK, &all, nil)
                let launch = Unmanaged<Launch>.fromOpaque(argument!).takeRetainedValue()
                CurlDriver(launch.thread, launch.lines).run()
            }, launch.toOpaque())
        guard result == 0 else {
            launch.release()
            lines.close()
            return .failure(CurlLines.Failure(code: result))
        }
        pthread_detach(thread)
        return .success(lines)
    }
}
