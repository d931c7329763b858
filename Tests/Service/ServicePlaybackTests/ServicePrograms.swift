// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// The service's programs, as an operator starts them, with a database and media of their own.
struct ServicePrograms: Sendable {
    let folder: URL
    var database: String { folder.appending(path: "x.sqlite").path }
    var media: String { folder.appending(path: "media").path }

    /// Beside the tests, where they are built.
    static let programs = URL(
        fileURLWithPath: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/"
    ).deletingLastPathComponent()

    static func with(_ body: @Sendable (ServicePrograms) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-programs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(ServicePrograms(folder: folder))
    }

    struct Fault: Error { let what: String }

    /// `windowbox ingest` of a file.
    /// - Returns: the id of the video.
    func ingest(_ file: String, channel: String) async throws -> String {
        let arguments = [
            "--catalogue", database, "--storage", media, "--public-address", "/media", "--channel", channel, "--sizes", "180,360",
            "--preset", "ultrafast", "--json", file,
        ]
        let (process, output) = try Self.start("windowbox-ingest", arguments)
        var said = ""
        for await line in output { said = line }
        process.waitUntilExit()
        guard let id = try? ContractJSON.decode(JSONValue.self, from: said)["video_id"]?.text else { throw Fault(what: said) }
        return id
    }

    /// Serves for as long as something is done with it.
    /// - Parameter body: is given the service's address.
    func serve(_ body: @Sendable (String) async throws -> Void) async throws {
        let settings = [
            "listen=127.0.0.1:0", "database=\(database)", "media=\(media)", "live-ports=0", "playback-seconds=600", "log-level=notice",
        ]
        let (process, output) = try Self.start("windowbox-service", settings.flatMap { ["--set", $0] })
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        for await line in output {
            let facts = try? ContractJSON.decode(JSONValue.self, from: line)
            guard facts?["message"] == "listening", let port = facts?["port"]?.text else { continue }
            return try await body("http://127.0.0.1:\(port)")
        }
        throw Fault(what: "the service did not listen")
    }

    private static func start(_ name: String, _ arguments: [String]) throws -> (Process, AsyncStream<String>) {
        let process = Process()
        process.executableURL = programs.appending(path: name)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        let (lines, tell) = AsyncStream<String>.makeStream()
        try process.run()
        // A thread of its own, which goes on reading when nobody listens to it any more.
        Thread.detachNewThread {
            var rest = Data()
            while true {
                let data = pipe.fileHandleForReading.availableData
                if data.isEmpty { break }
                rest.append(data)
                while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    tell.yield(String(decoding: rest[..<newline], as: UTF8.self))
                    rest = Data(rest[rest.index(after: newline)...])
                }
            }
            tell.finish()
        }
        return (process, lines)
    }
}
