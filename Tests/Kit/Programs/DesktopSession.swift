// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Glibc

/// A program in its own desktop session: display, window manager, bus and silent audio device of `Scripts/session.sh`.
///
/// Its methods block: call them on a separate thread, see ``onThread(_:)``.
public final class DesktopSession: Sendable {
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
        public init(description: String) { self.description = description }
    }

    /// Screen width in pixels.
    public static let width = 1280
    public static let height = 1024

    public let display: String
    public let bus: String
    public let process: pid_t
    /// The X server.
    public let server: pid_t
    private let session: pid_t
    private let output: FileHandle

    public enum Kind: String, Sendable { case x11, wayland }

    /// - Parameters:
    ///   - program: The name of an executable of this package.
    ///   - kind: The kind of display.
    ///   - environment: Variables that override or extend this process's environment.
    public init(_ program: String, _ arguments: [String], on kind: Kind = .x11, environment: [String: String] = [:]) throws {
        // Start the accessibility bus before two clients request it at once.
        let script =
            #"dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus org.a11y.Bus.GetAddress >&2; echo "$DISPLAY"; echo "$DBUS_SESSION_BUS_ADDRESS"; pgrep -P $PPID -x Xvfb; echo $$; exec "$@""#
        let words =
            [
                "/usr/bin/env", "WINDOWBOX_DISPLAY=\(kind.rawValue)", Self.packageRoot.appending(path: "Scripts/session.sh").path, "bash",
                "-c",
                script, "bash", "/usr/bin/env",
            ] + environment.map { "\($0.key)=\($0.value)" } + [Self.product(program)] + arguments
        let ends = try Self.makePipe()
        session = try Self.spawn(words, output: ends[1])
        close(ends[1])
        let reader = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        var lines: [String] = []
        var text = ""
        while lines.count < 4, let bytes = try reader.read(upToCount: 1), !bytes.isEmpty {
            if bytes[0] == UInt8(ascii: "\n") {
                (lines, text) = (lines + [text], "")
            } else {
                text += String(decoding: bytes, as: UTF8.self)
            }
        }
        guard lines.count == 4, let server = pid_t(lines[2]), let process = pid_t(lines[3]) else {
            kill(session, SIGTERM)
            throw Failure(description: "the session did not begin; what it said is in the output of the tests")
        }
        (display, bus, self.server, self.process) = (lines[0], lines[1], server, process)
        self.output = reader
    }

    /// Returns when the program and all its child processes have ended.
    public func waitForEnd() { _ = try? output.readToEnd() }

    deinit {
        kill(process, SIGKILL)
        var status: Int32 = 0
        waitpid(session, &status, 0)
    }

    /// The path of an executable of this package.
    public static func product(_ name: String) -> String {
        RunningProgram.folder.appending(path: name).path
    }

    /// A pipe whose ends children do not inherit, except as their output.
    public static func makePipe() throws -> [Int32] {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Failure(description: "no pipe: \(errno)") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return ends
    }

    /// Starts a program with no signals blocked. Otherwise it would inherit blocked signals, and could not end its children.
    public static func spawn(_ words: [String], output: Int32) throws -> pid_t {
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
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, words[0], &actions, &attributes, &arguments, environ)
        guard code == 0 else { throw Failure(description: "\(words[0]) can't be started: \(String(cString: strerror(code)))") }
        return process
    }

    public static var packageRoot: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }
}

/// Runs a blocking closure on a separate thread.
public func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Swift.Result(catching: body)) }
    }
}
