// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// The tests' own PostgreSQL server, in a temporary folder, reached by a socket there: no port, and no other data.
public final class PostgresServer: Sendable {
    /// The folder of Debian's programs; nil if they are not installed.
    public static let programs: URL? = {
        let root = URL(fileURLWithPath: "/usr/lib/postgresql")
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        return versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { root.appending(path: "\($0)/bin") }
            .first { FileManager.default.isExecutableFile(atPath: $0.appending(path: "postgres").path) }
    }()

    /// Shared by all tests of this process; it ends with the process.
    public static let shared = Result { try PostgresServer() }

    private let folder: URL
    private let lastDatabase = Mutex(0)

    private init() throws {
        guard let programs = Self.programs else {
            throw Fault(
                what: "PostgreSQL is not installed. Scripts/packages.sh test installs it; WINDOWBOX_SQLITE_ONLY=1 leaves its tests out.")
        }
        folder = Self.place.appending(path: "wb-pg-\(getpid())")
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // The server refuses to run as root; then it runs as the package's own user.
        let isRoot = getuid() == 0
        if isRoot { try Self.run("/bin/chown", ["postgres", folder.path]) }
        let data = folder.appending(path: "data").path
        func asUser(_ program: String, _ arguments: [String]) -> (String, [String]) {
            let path = programs.appending(path: program).path
            return isRoot ? ("/sbin/runuser", ["-u", "postgres", "--", path] + arguments) : (path, arguments)
        }
        let initdb = asUser("initdb", ["-D", data, "-U", "windowbox", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"])
        try Self.run(initdb.0, initdb.1)
        let options = "-c listen_addresses='' -c unix_socket_directories='\(folder.path)' -c fsync=off -c max_connections=200"
        let start = asUser("pg_ctl", ["-D", data, "-o", options, "-l", folder.appending(path: "log").path, "-w", "start"])
        try Self.run(start.0, start.1)
        let stop = asUser("pg_ctl", ["-D", data, "-m", "immediate", "stop"])
        Self.atExit.withLock { $0 = (stop.0, stop.1, folder) }
        atexit { PostgresServer.stop() }
    }

    /// A folder in memory if there is enough of it, because the server writes many small files.
    private static var place: URL {
        let memory = URL(fileURLWithPath: "/dev/shm")
        var space = statvfs()
        guard statvfs(memory.path, &space) == 0, access(memory.path, W_OK) == 0, UInt64(space.f_bavail) * UInt64(space.f_frsize) > 4 << 30
        else { return FileManager.default.temporaryDirectory }
        return memory
    }

    /// The setting for an empty database.
    public func makeDatabase() throws -> String {
        let number = lastDatabase.withLock { number in
            number += 1
            return number
        }
        let name = "test\(number)"
        let psql = Self.programs?.appending(path: "psql").path ?? "psql"
        try Self.run(psql, ["-q", "-h", folder.path, "-U", "windowbox", "-d", "postgres", "-c", "CREATE DATABASE \(name)"])
        return "host=\(folder.path) user=windowbox dbname=\(name)"
    }

    private static let atExit = Mutex<(String, [String], URL)?>(nil)

    private static func stop() {
        guard let (program, arguments, folder) = atExit.withLock({ $0 }) else { return }
        try? run(program, arguments)
        // On some disks, deleting so many files takes minutes: nobody waits for it.
        _ = try? spawn("/bin/rm", ["-rf", folder.path])
    }

    struct Fault: Error, CustomStringConvertible {
        let what: String
        var description: String { what }
    }

    // Foundation's Process would wait until all descendants have ended, but the server keeps running.
    private static func run(_ program: String, _ arguments: [String]) throws {
        let process = try spawn(program, arguments)
        var status: Int32 = 0
        guard waitpid(process, &status, 0) == process, status == 0 else {
            throw Fault(what: "\(program) \(arguments.joined(separator: " ")) ended with \(status)")
        }
    }

    private static func spawn(_ program: String, _ arguments: [String]) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for file in Int32(0)...2 { posix_spawn_file_actions_addopen(&actions, file, "/dev/null", O_RDWR, 0) }
        var texts: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for text in texts { free(text) } }
        var process = pid_t()
        let failure = posix_spawn(&process, program, &actions, nil, &texts, environ)
        guard failure == 0 else { throw Fault(what: "\(program) can't be started: \(failure)") }
        return process
    }
}
