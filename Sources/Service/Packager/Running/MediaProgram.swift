// SPDX-License-Identifier: Apache-2.0

import Foundation
import Subprocess
import Synchronization

/// Runs ffmpeg and ffprobe: with bounds, without orphans, and stopped with the task that waits for them.
struct MediaProgram: Sendable {
    let name: String
    /// Seconds after which it is stopped.
    var timeLimit: Double
    /// Bytes of one file that it may write, and of address space that it may have.
    var mostFileBytes: Int64
    var mostMemory: Int64
    /// What its environment has besides ``inherited``.
    var environment: [String: String] = [:]
    /// What it may see and change; nil for a program that reads nothing of strangers.
    var view: MediaSandbox.View?
    private let sandbox: MediaSandbox.Use

    /// What a program needs of this process's environment. The rest stays here: keys of stores and passwords of databases are nothing
    /// for a program that reads files of strangers.
    private static let inherited = ["PATH", "HOME", "TMPDIR", "TZ", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH"]

    init(_ name: String, settings: PackagerSettings, duration: Double? = 0) {
        self.name = name
        timeLimit = settings.timeLimit(for: duration)
        mostFileBytes = settings.mostFileBytes
        mostMemory = settings.mostMemory
        sandbox = settings.sandbox
    }

    /// A program that reads what strangers sent.
    /// - Parameters:
    ///   - reads: absolute paths that it may read.
    ///   - writes: absolute paths of folders that it may change.
    ///   - sharesNetwork: whether it has this machine's network; else it has none.
    init(
        _ name: String, settings: PackagerSettings, duration: Double? = 0, reads: [String] = [], writes: [String] = [],
        sharesNetwork: Bool = false
    ) {
        self.init(name, settings: settings, duration: duration)
        view = MediaSandbox.View(reads: reads, writes: writes, sharesNetwork: sharesNetwork)
    }

    /// A shell sets the bounds, starts a guard and becomes the program. The guard reads from this process: when that was killed, its
    /// end of the pipe is gone, and the program goes too, if it is still there.
    ///
    /// A sandbox ends with the process that started it, and so the shell stays there for it. To stop it, its first process is killed, not
    /// bubblewrap: the system ends all others in a sandbox before its first one, and bubblewrap waits for that one.
    private static let script = """
        ulimit -c 0; ulimit -f "$1"; ulimit -v "$2"; kind=$3; shift 3
        exec 3<&0 </dev/null
        (
            while read -r line; do :; done <&3
            # A program that has just ended by itself is not killed.
            sleep 0.5
            read -r own name state parent rest </proc/self/stat
            [ "$parent" != "$$" ] || kill -KILL "$$"
        ) >/dev/null 2>&1 &
        exec 3<&-
        [ "$kind" = sandbox ] || exec nice -n 5 "$@"
        nice -n 5 "$@" &
        child=$!
        stop() {
            read -r inside <"/proc/$child/task/$child/children" || :
            if [ "$inside" ]; then kill -KILL $inside; else kill -TERM "$child"; fi
        }
        trap 'stop 2>/dev/null' TERM
        wait "$child"
        status=$?
        # A signal ends the wait, and not the program.
        while kill -0 "$child" 2>/dev/null; do
            wait "$child"
            status=$?
        done
        exit "$status"
        """

    /// Runs it to its end.
    /// - Parameters:
    ///   - onLine: each line of its standard output.
    ///   - onComplaint: each line of its standard error.
    /// - Throws: ``PackagerError``, with the last lines of its standard error, or `CancellationError`.
    func run(
        _ arguments: [String], onLine: @escaping @Sendable (String) -> Void = { _ in },
        onComplaint: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws {
        let own = ProcessInfo.processInfo.environment.filter { Self.inherited.contains($0.key) }.merging(environment) { $1 }
        let sandbox = try await sandboxWords(own)
        let bounds = [String(max(1, mostFileBytes / 512)), String(max(1, mostMemory / 1024)), sandbox.isEmpty ? "bare" : "sandbox"]
        let words = ["-c", Self.script, name] + bounds + sandbox + [name] + arguments
        let complaints = Complaints()
        var options = PlatformOptions()
        options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .seconds(2))]
        let names = own.map { (Environment.Key(stringLiteral: $0.key), $0.value) }
        let configuration = Configuration(
            executable: .name("sh"), arguments: Arguments(words), environment: .custom(Dictionary(uniqueKeysWithValues: names)),
            platformOptions: options)
        let limit = timeLimit
        let status: TerminationStatus? = try await withThrowingTaskGroup(of: TerminationStatus?.self) { group in
            group.addTask {
                let result = try await Subprocess.run(configuration, input: .inputWriter, output: .sequence, error: .sequence) {
                    execution in
                    try await withThrowingTaskGroup(of: Void.self) { reading in
                        reading.addTask { for try await line in execution.standardOutput.strings() { onLine(Self.trimmed(line)) } }
                        reading.addTask {
                            for try await line in execution.standardError.strings() {
                                complaints.add(Self.trimmed(line))
                                onComplaint(line)
                            }
                        }
                        try await reading.waitForAll()
                    }
                }
                return result.terminationStatus
            }
            group.addTask {
                try await Task.sleep(for: .seconds(limit))
                return nil
            }
            defer { group.cancelAll() }
            do { return try await group.next() ?? nil } catch let error as SubprocessError {
                try Task.checkCancellation()
                throw PackagerError.program(name, "\(error)")
            }
        }
        try Task.checkCancellation()
        guard let status else { throw PackagerError.tookTooLong(name, timeLimit) }
        guard status.isSuccess else { throw failure(status, complaints.text) }
    }

    /// What stands before the program's name; nothing where there is no sandbox.
    private func sandboxWords(_ environment: [String: String]) async throws -> [String] {
        guard let view, sandbox != .off else { return [] }
        if await MediaSandbox.works { return MediaSandbox.words(view, environment: environment) }
        guard sandbox != .required else {
            throw PackagerError.program(
                "bwrap", "the sandbox for files of strangers does not work here; install bubblewrap and allow user namespaces")
        }
        return []
    }

    private func failure(_ status: TerminationStatus, _ said: String) -> PackagerError {
        switch status {
        case .exited(127): .program(name, "the program isn't there")
        // 25 is SIGXFSZ: a file grew beyond the bound. A sandbox tells of signals as shells do.
        case .signaled(25), .exited(128 + 25): .tooLarge("a file made of it has more than \(mostFileBytes) bytes")
        default: .failed(name, "\(status)", said)
        }
    }

    private static func trimmed(_ line: String) -> String {
        var line = line[...]
        while let last = line.last, last.isNewline { line.removeLast() }
        return String(line)
    }

    /// What it says on its standard error, the end of it.
    private final class Complaints: Sendable {
        private let tail = Mutex(LineTail())
        var text: String { tail.withLock { $0.text } }
        func add(_ line: String) { tail.withLock { $0.add(line) } }
    }
}
