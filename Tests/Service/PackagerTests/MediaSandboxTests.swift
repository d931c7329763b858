// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxKit

@testable import WindowboxPackager

@Suite("Media sandbox", .timeLimit(.minutes(2))) struct MediaSandboxTests {
    /// Some containers allow no user namespaces; the service then works without a sandbox.
    private static let isThere = MediaProgramSandbox.isThere

    private static func run(_ script: String, reads: [String] = [], writes: [String] = []) async throws -> [String] {
        let lines = Mutex<[String]>([])
        try await MediaProgram("sh", settings: PackagerSettings(), reads: reads, writes: writes).run(["-c", script]) { line in
            lines.withLock { $0.append(line) }
        }
        return lines.withLock { $0 }
    }

    @Test("A sandboxed program can read only the files it is given", .enabled(if: isThere)) func files() async throws {
        try await TemporaryFolder.with { folder in
            let (given, secret) = (folder.appending(path: "given").path, folder.appending(path: "secret").path)
            try Data("film".utf8).write(to: URL(filePath: given))
            try Data("key".utf8).write(to: URL(filePath: secret))
            let script = "cat '\(given)' '\(secret)' /etc/passwd 2>/dev/null; true"
            #expect(try await Self.run(script, reads: [given]) == ["film"])
        }
    }

    @Test("A sandboxed program can write only where it is allowed", .enabled(if: isThere)) func writing() async throws {
        try await TemporaryFolder.with { folder in
            let made = folder.appending(path: "made")
            try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
            let script = "echo film >'\(made.path)/a'; echo x >'\(folder.path)/b'; echo x >/usr/bin/windowbox-b; true"
            _ = try await Self.run(script + " 2>/dev/null", writes: [made.path])
            #expect(try String(contentsOf: made.appending(path: "a"), encoding: .utf8) == "film\n")
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "b").path))
            #expect(!FileManager.default.fileExists(atPath: "/usr/bin/windowbox-b"))
        }
    }

    @Test("A sandboxed program has no network, and sees no other process", .enabled(if: isThere)) func alone() async throws {
        let listener = try Listener()
        let script = "exec 3<>/dev/tcp/127.0.0.1/\(listener.port) && echo reached; kill -0 \(getpid()) && echo seen; true"
        let lines = Mutex<[String]>([])
        try await MediaProgram("bash", settings: PackagerSettings(), reads: []).run(["-c", script]) { line in
            lines.withLock { $0.append(line) }
        }
        #expect(lines.withLock { $0 } == [])
    }

    @Test("A sandboxed program with network access still sees no other files and processes", .enabled(if: isThere))
    func network() async throws {
        try await TemporaryFolder.with { folder in
            let secret = folder.appending(path: "secret").path
            try Data("key".utf8).write(to: URL(filePath: secret))
            let listener = try Listener()
            let script = """
                exec 3<>/dev/tcp/127.0.0.1/\(listener.port) && echo reached; cat '\(secret)' /etc/passwd; kill -0 \(getpid()) && echo seen
                true
                """
            let lines = Mutex<[String]>([])
            try await MediaProgram("bash", settings: PackagerSettings(), sharesNetwork: true).run(["-c", script]) { line in
                lines.withLock { $0.append(line) }
            }
            #expect(lines.withLock { $0 } == ["reached"])
        }
    }

    @Test(
        "The sandbox has network for a live source that connects, and none for files played as one", .enabled(if: isThere),
        arguments: [true, false])
    func live(isSent: Bool) async throws {
        let source = try GeneratedStreams.named("file-start-mp4")
        try await TemporaryFolder.with { folder in
            var plan = LivePlan()
            plan.heights = [180]
            plan.packager.preset = "ultrafast"
            let storage = try DiskStorage(folder: folder.appending(path: "store"))
            let station = LiveStation(plan: plan, storage: storage, base: try #require(StorageKey("live/one")))
            let input =
                isSent
                ? LiveInput.rtmp(host: "127.0.0.1", port: try Listener.freePort(), key: "key") : .files([source.address], repeats: true)
            let running = Task { try await LiveEncoder(input, station: station, workFolder: folder).run() }
            var process: String?
            while process == nil {
                await Task.yield()
                process = Self.process("ffmpeg", naming: folder.path)
            }
            let path = try #require(process)
            func room(_ name: String, of path: String) -> String? {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "\(path)/ns/\(name)")
            }
            #expect(room("net", of: path) != nil)
            #expect((room("net", of: path) == room("net", of: "/proc/self")) == isSent)
            for name in ["mnt", "pid", "user", "ipc"] {
                #expect(room(name, of: path) != nil, "\(name)")
                #expect(room(name, of: path) != room(name, of: "/proc/self"), "\(name)")
            }
            running.cancel()
            _ = await running.result
            #expect(Self.process("ffmpeg", naming: folder.path) == nil)
        }
    }

    /// The `/proc` directory of a process that runs a program with an argument containing a text.
    private static func process(_ name: String, naming text: String) -> String? {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.filter { Int($0) != nil }.map { "/proc/\($0)" }.first { path in
            guard let file = FileHandle(forReadingAtPath: "\(path)/cmdline"), let bytes = try? file.readToEnd() else { return false }
            let words = bytes.split(separator: 0)
            guard words.first == Data(name.utf8) else { return false }
            return words.contains { String(decoding: $0, as: UTF8.self).contains(text) }
        }
    }

    @Test("A sandboxed program ends when it fails, exceeds its limit, or its task is cancelled", .enabled(if: isThere)) func ending()
        async throws
    {
        await #expect(throws: PackagerError.self) { try await Self.run("exit 3") }
        try await TemporaryFolder.with { folder in
            var settings = PackagerSettings()
            settings.maxFileBytes = 1 << 20
            let program = MediaProgram("sh", settings: settings, writes: [folder.path])
            let error = await #expect(throws: PackagerError.self) {
                try await program.run(["-c", "exec dd if=/dev/zero of='\(folder.path)/large' bs=65536 count=64 2>/dev/null"])
            }
            #expect(error?.isSizeLimit == true, "\(String(describing: error))")
            // It holds the pipe while it runs.
            let pipe = folder.appending(path: "pipe").path
            #expect(mkfifo(pipe, 0o600) == 0)
            let waiting = Task { try await Self.run("exec 3>'\(pipe)'; sleep 600", writes: [folder.path]) }
            let reader = try #require(FileHandle(forReadingAtPath: pipe))
            waiting.cancel()
            #expect(try reader.readToEnd() ?? Data() == Data())
            _ = await waiting.result
        }
    }

    @Test("A program does not run if a sandbox is required but unavailable") func required() async throws {
        var settings = PackagerSettings()
        settings.sandbox = .required
        let program = MediaProgram("true", settings: settings, reads: [])
        if Self.isThere {
            try await program.run([])
        } else {
            await #expect(throws: PackagerError.self) { try await program.run([]) }
        }
    }
}

/// Whether bubblewrap works, determined before the tests are selected.
private enum MediaProgramSandbox {
    static let isThere: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = MediaSandbox.words(.init()) + ["true"]
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()
}

/// A local port that accepts connections.
private final class Listener: Sendable {
    let port: Int
    private let descriptor: Int32

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) == 0 && listen(descriptor, 5) == 0 && getsockname(descriptor, address, &size) == 0
            }
        }
        guard status else { throw CocoaError(.fileReadUnknown) }
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }

    /// A port on which nothing listens.
    static func freePort() throws -> Int { try Listener().port }
}
