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
        var descriptors: CurlDescriptors?
    }

    private let state = Mutex(State())
    private let open: @Sendable () -> Result<CurlDescriptors, CurlDescriptors.Failure>

    /// - Parameter open: opens what the thread waits on.
    init(open: @escaping @Sendable () -> Result<CurlDescriptors, CurlDescriptors.Failure> = CurlDescriptors.open) { self.open = open }

    /// A process may have no descriptors or threads left. Then the request fails, and the next one tries again.
    func send(_ command: Command) {
        enum Next { case wake(CInt), nothing, fail(HTTPTransfer, CurlDescriptors.Failure) }
        let next = state.withLock { state -> Next in
            if let descriptors = state.descriptors {
                state.commands.append(command)
                return state.commands.count == 1 ? .wake(descriptors.wakeEvent) : .nothing
            }
            guard case .start(let transfer, _, _) = command else { return .nothing }
            switch start() {
            case .success(let descriptors):
                state.descriptors = descriptors
                state.commands.append(command)
                return .nothing
            case .failure(let failure): return .fail(transfer, failure)
            }
        }
        switch next {
        case .wake(let wakeEvent): eventfd_write(wakeEvent, 1)
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
        let descriptors: CurlDescriptors

        init(_ thread: CurlThread, _ descriptors: CurlDescriptors) { (self.thread, self.descriptors) = (thread, descriptors) }
    }

    private func start() -> Result<CurlDescriptors, CurlDescriptors.Failure> {
        let descriptors: CurlDescriptors
        switch open() {
        case .success(let opened): descriptors = opened
        case .failure(let failure): return .failure(failure)
        }
        let launch = Unmanaged.passRetained(Launch(self, descriptors))
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
                CurlDriver(launch.thread, launch.descriptors).run()
            }, launch.toOpaque())
        guard result == 0 else {
            launch.release()
            descriptors.close()
            return .failure(CurlDescriptors.Failure(code: result))
        }
        pthread_detach(thread)
        return .success(descriptors)
    }
}
