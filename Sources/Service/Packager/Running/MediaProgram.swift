// SPDX-License-Identifier: Apache-2.0

import Foundation
import Subprocess
import Synchronization

/// Runs ffmpeg and ffprobe with resource limits. They end with the task that waits for them, and with this process.
struct MediaProgram: Sendable {
    let name: String
    /// Seconds after which it is stopped.
    var timeLimit: Double
    /// The limits of a written file and of the address space, in bytes.
    var maxFileBytes: Int64
    var maxMemory: Int64
    /// Environment variables besides those in ``inherited``. SVT-AV1 would otherwise describe itself where errors are expected.
    var environment = ["SVT_LOG": "1"]
    /// The sandbox's view; nil for a program that reads nothing untrusted.
    var view: MediaSandbox.View?
    private let sandbox: MediaSandbox.Use

    /// The environment variables that programs get. Others may contain storage keys or database passwords, which a
    /// program that reads untrusted files must not see.
    private static let inherited = ["PATH", "HOME", "TMPDIR", "TZ", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH"]

    init(_ name: String, settings: PackagerSettings, duration: Double? = 0) {
        self.name = name
        timeLimit = settings.timeLimit(for: duration)
        maxFileBytes = settings.maxFileBytes
        maxMemory = settings.maxMemory
        sandbox = settings.sandbox
    }

    /// Runs a program that reads untrusted files.
    /// - Parameters:
    ///   - reads: absolute paths that it may read.
    ///   - writes: absolute paths of folders that it may change.
    ///   - sharesNetwork: whether it has network access.
    init(
        _ name: String, settings: PackagerSettings, duration: Double? = 0, reads: [String] = [], writes: [String] = [],
        sharesNetwork: Bool = false
    ) {
        self.init(name, settings: settings, duration: duration)
        view = MediaSandbox.View(reads: reads, writes: writes, sharesNetwork: sharesNetwork)
    }

    /// A shell sets the limits, starts a guard and becomes the program. The guard reads from a pipe of this process: if this process is
    /// killed, the pipe closes, and the guard kills the program if it is still running.
    ///
    /// A sandbox ends with the process that started it, so the shell stays. To stop it, its first process is killed rather than bubblewrap:
    /// the system ends all other processes in a sandbox before the first one, and bubblewrap waits for that one.
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

    /// Runs it until it ends.
    /// - Parameters:
    ///   - onLine: called with each line of standard output.
    ///   - onErrorLine: called with each line of standard error.
    /// - Throws: ``PackagerError`` with the last lines of standard error, or `CancellationError`.
    func run(
        _ arguments: [String], onLine: @escaping @Sendable (String) -> Void = { _ in },
        onErrorLine: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws {
        let own = ProcessInfo.processInfo.environment.filter { Self.inherited.contains($0.key) }.merging(environment) { $1 }
        let sandbox = try await sandboxWords(own)
        let bounds = [String(max(1, maxFileBytes / 512)), String(max(1, maxMemory / 1024)), sandbox.isEmpty ? "bare" : "sandbox"]
        let words = ["-c", Self.script, name] + bounds + sandbox + [name] + arguments
        let complaints = ErrorOutput()
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
                                onErrorLine(line)
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

    /// The words before the program's name; empty without a sandbox.
    private func sandboxWords(_ environment: [String: String]) async throws -> [String] {
        guard let view, sandbox != .off else { return [] }
        if await MediaSandbox.works { return MediaSandbox.words(view, environment: environment) }
        guard sandbox != .required else {
            throw PackagerError.program(
                "bwrap", "the sandbox for untrusted files does not work here; install bubblewrap and allow user namespaces")
        }
        return []
    }

    private func failure(_ status: TerminationStatus, _ errorOutput: String) -> PackagerError {
        switch status {
        case .exited(127): .program(name, "the program isn't installed")
        // The sandbox itself exits with 1.
        case .exited(1) where errorOutput.hasPrefix("bwrap: execvp \(name):"): .program(name, "the program isn't installed")
        // 25 is SIGXFSZ: a file exceeded the limit. In a sandbox, signals become exit statuses as in shells.
        case .signaled(25), .exited(128 + 25): .tooLarge("an output file has more than \(maxFileBytes) bytes")
        default: .failed(name, "\(status)", errorOutput)
        }
    }

    private static func trimmed(_ line: String) -> String {
        var line = line[...]
        while let last = line.last, last.isNewline { line.removeLast() }
        return String(line)
    }

    /// The end of its standard error.
    private final class ErrorOutput: Sendable {
        private let tail = Mutex(LastLines())
        var text: String { tail.withLock { $0.text } }
        func add(_ line: String) { tail.withLock { $0.add(line) } }
    }
}
