// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A child process with its standard output and error in one pipe.
///
/// Foundation's `Process` watches its children by sockets on run loops, of which each calling thread needs one, and has crashed on busy
/// machines. Here, a thread waits for the child. It inherits no signal mask, and no descriptors but its own: a pipe of another test would
/// not end before this child does.
final class SpawnedProcess: Sendable {
    let id: pid_t
    /// Ends when all of the child's descendants have closed it.
    let output: FileHandle
    /// Closed with this object; nil if the child's standard input is empty.
    private let input: FileHandle?
    /// Whether the child can be signalled: its number isn't that of another process yet.
    private let isRunning = Mutex(true)

    /// - Parameter onEnd: Called on a thread of its own with the exit status, or the negative number of the signal that ended it.
    /// - Throws: ``RunningProgram/Fault``.
    init(
        _ path: String, _ arguments: [String], environment: [String: String], readsInput: Bool,
        onEnd: @escaping @Sendable (Int32) -> Void
    ) throws {
        let ends = try DesktopSession.makePipe()
        let inputs = readsInput ? try DesktopSession.makePipe() : nil
        output = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        input = inputs.map { FileHandle(fileDescriptor: $0[1], closeOnDealloc: true) }
        defer {
            close(ends[1])
            if let inputs { close(inputs[0]) }
        }
        id = try Self.spawn(path, arguments, environment, input: inputs?[0], output: ends[1])
        Thread.detachNewThread { [self] in
            var facts = siginfo_t()
            while waitid(P_PID, id_t(id), &facts, WEXITED | WNOWAIT) != 0, errno == EINTR {}
            var status: Int32 = 0
            isRunning.withLock { isRunning in
                while waitpid(id, &status, 0) < 0, errno == EINTR {}
                isRunning = false
            }
            let signal = status & 0x7F
            onEnd(signal == 0 ? status >> 8 & 0xFF : -signal)
        }
    }

    /// Sends a signal unless the child has ended.
    func signal(_ signal: Int32) { isRunning.withLock { if $0 { kill(id, signal) } } }

    /// A number that is above all open descriptors, also of those that other threads are about to open.
    private static var endOfDescriptors: Int32 {
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.compactMap { Int32($0) } ?? []
        return min((open.max() ?? 256) + 64, Int32(clamping: sysconf(Int32(_SC_OPEN_MAX))))
    }

    private static func spawn(
        _ path: String, _ arguments: [String], _ environment: [String: String], input: Int32?, output: Int32
    ) throws -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        for file in Int32(1)...2 { posix_spawn_file_actions_adddup2(&actions, output, file) }
        for file in 3..<endOfDescriptors { posix_spawn_file_actions_addclose(&actions, file) }
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var id: pid_t = 0
        let code = posix_spawn(&id, path, &actions, &attributes, &words, &variables)
        guard code == 0 else { throw RunningProgram.Fault("\(path) can't be started: \(String(cString: strerror(code)))") }
        return id
    }
}
