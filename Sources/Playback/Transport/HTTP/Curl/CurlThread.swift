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
        /// Closes the connections of a transport that is gone.
        case close(ObjectIdentifier)
    }

    private struct State {
        var commands: [Command] = []
        var isRunning = false
    }

    private let state = Mutex(State())
    /// Readable while there are commands.
    let bell: CInt

    private init() { bell = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK)) }

    func send(_ command: Command) {
        enum Next { case start, ring, nothing }
        let next = state.withLock { state -> Next in
            if !state.isRunning {
                guard case .start = command else { return .nothing }
                state.isRunning = true
                state.commands.append(command)
                return .start
            }
            state.commands.append(command)
            return state.commands.count == 1 ? .ring : .nothing
        }
        switch next {
        case .start: start()
        case .ring: eventfd_write(bell, 1)
        case .nothing: break
        }
    }

    /// The commands since the last call.
    func takeCommands() -> [Command] {
        state.withLock { state in
            defer { state.commands = [] }
            return state.commands
        }
    }

    private func start() {
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                windowbox_name_thread("windowbox-http")
                // Signals are for the program's own threads, and a broken TLS connection must not raise SIGPIPE.
                var all = sigset_t()
                sigfillset(&all)
                pthread_sigmask(SIG_BLOCK, &all, nil)
                CurlDriver(Unmanaged<CurlThread>.fromOpaque(argument!).takeRetainedValue()).run()
            }, Unmanaged.passRetained(self).toOpaque())
        precondition(result == 0, "no thread could be started: error \(result)")
        pthread_detach(thread)
    }
}
