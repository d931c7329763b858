// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// The service as an operator starts it, with an empty database, and a client of one business.
struct StudioProgram: Sendable {
    let address: String
    let folder: URL
    let client: String
    let secret: String

    struct Fault: Error { let what: String }

    /// Runs it for as long as something is done with it.
    static func with(_ body: @Sendable (StudioProgram) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-studio-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let settings = [
            "listen=127.0.0.1:0", "database=\(folder.appending(path: "x.sqlite").path)", "media=\(folder.appending(path: "media").path)",
            "live-ports=0", "log-level=notice",
        ].flatMap { ["--set", $0] }
        let (_, said) = try start("windowbox-service", ["add-client", "Editor", "--business", "mine"] + settings)
        var words: [String] = []
        for await line in said { words += line.split(separator: " ").map(String.init) }
        guard words.count == 4 else { throw Fault(what: "no client: \(words)") }
        let (process, lines) = try start("windowbox-service", settings)
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        for await line in lines {
            let facts = try? ContractJSON.decode(JSONValue.self, from: line)
            guard facts?["message"] == "listening", let port = facts?["port"]?.text else { continue }
            return try await body(
                StudioProgram(address: "http://127.0.0.1:\(port)", folder: folder, client: words[1], secret: words[3]))
        }
        throw Fault(what: "the service did not listen")
    }

    /// A film of our own: two seconds, upright, with a tone.
    /// - Parameter padding: bytes that mean nothing, so that sending it takes a while.
    func film(_ name: String, padding: Int = 0) throws -> String {
        let path = folder.appending(path: name).path
        try ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=size=180x320:rate=25:duration=2", "-f", "lavfi", "-i", "sine=frequency=440:duration=2", "-c:v",
            "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac", path,
        ])
        guard padding > 0 else { return path }
        // A box that readers pass over (ISO/IEC 14496-12, 8.1.2).
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.seekToEnd()
        var head = Data()
        withUnsafeBytes(of: UInt32(padding + 8).bigEndian) { head.append(contentsOf: $0) }
        head.append(contentsOf: "free".utf8)
        try handle.write(contentsOf: head + Data(repeating: 0, count: padding))
        try handle.close()
        return path
    }

    /// A picture of one colour.
    func picture(_ name: String) throws -> String {
        let path = folder.appending(path: name).path
        try ffmpeg(["-f", "lavfi", "-i", "color=red:size=180x320", "-frames:v", "1", path])
        return path
    }

    func file(_ name: String, _ text: String) throws -> String {
        let file = folder.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    private func ffmpeg(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["ffmpeg", "-v", "error", "-y"] + arguments
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Fault(what: "ffmpeg: \(process.terminationStatus)") }
    }

    private static func start(_ name: String, _ arguments: [String]) throws -> (Process, AsyncStream<String>) {
        let own = URL(fileURLWithPath: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/")
        let process = Process()
        process.executableURL = own.deletingLastPathComponent().appending(path: name)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        let (lines, tell) = AsyncStream<String>.makeStream()
        try process.run()
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

extension Browser {
    /// Signs in, and stays where that leads.
    func signIn(_ program: StudioProgram, to path: String = "/studio") async throws {
        try await open(program.address + path)
        try await type(program.client, into: find(role: "textbox", name: "Client id"))
        try await type(program.secret, into: find("#client_secret"))
        try await click(find(role: "button", name: "Sign in"))
        try await wait(for: "return document.querySelector('meta[name=studio-token]') !== null")
    }

    /// Presses a button where it is, without looking whether something lies over it.
    func press(button name: String) async throws { try await click(find(role: "button", name: name)) }

    func waitFor(text: String) async throws { try await wait(for: "return document.body.innerText.includes(arguments[0])", text) }

    /// Puts other text into a field.
    func fill(_ css: String, _ text: String) async throws {
        _ = try await run("const field = document.querySelector(arguments[0]); field.value = ''; field.focus();", css)
        try await type(text, into: find(css))
    }
}
