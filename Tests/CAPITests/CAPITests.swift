// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit

/// The C library, used by programs in C, Python, JavaScript and Rust that are built and run as others would.
@Suite("C API", .timeLimit(.minutes(10)))
struct CAPITests {
    /// The tests in Programs, which can be run one by one.
    static let cases = [
        "/playing/whole-film", "/playing/frame", "/playing/list", "/playing/start-position", "/playing/seek", "/playing/settings",
        "/tracks/selection", "/tracks/indices", "/tracks/captions",
        "/errors/missing-file", "/errors/bad-uri", "/errors/empty-uri", "/errors/text", "/errors/plain-http", "/errors/again",
        "/errors/seeks", "/errors/many-seeks", "/errors/garbage",
        "/lifetime/unref-while-playing", "/lifetime/unref-in-handler", "/lifetime/unref-in-frame-func",
        "/lifetime/unref-on-other-thread", "/lifetime/call-on-other-thread", "/lifetime/user-data", "/lifetime/seek-outlives-reference",
        "/widgets/video", "/widgets/controls",
    ]

    private static func media() throws -> [String: String] {
        [
            "FILM": try GeneratedStreams.named("file-text-mp4").url.absoluteString,
            "SHORT": try GeneratedStreams.named("short").url.absoluteString,
            "STREAM": try GeneratedStreams.named("vod-cmaf").url.absoluteString,
            "TEXT": DesktopSession.packageRoot.appending(path: "LICENSE").absoluteString,
        ]
    }

    private static func check(_ name: String, _ environment: [String: String] = [:]) async throws {
        let library = try await InstalledLibrary.shared.value
        let (status, lines) = try await RunningProgram.run(
            library.behaviour, ["-p", name], environment: library.environment.merging(try media()) { $1 }.merging(environment) { $1 })
        #expect(status == 0, "\(lines.joined(separator: "\n"))")
        #expect(lines.contains { $0.contains("ok 1 ") }, "\(lines.joined(separator: "\n"))")
    }

    @Test("A program in C sees what the documentation promises", arguments: cases)
    func behaviour(_ name: String) async throws { try await Self.check(name) }

    @Test("A thousand players are created and given back without a leak")
    func cycles() async throws { try await Self.check("/lifetime/cycles", ["CYCLES": "1000"]) }

    @Test("The cases here are those of the programs")
    func allCases() async throws {
        let library = try await InstalledLibrary.shared.value
        let (_, lines) = try await RunningProgram.run(
            library.behaviour, ["-l"], environment: library.environment)
        #expect(Set(lines.filter { $0.hasPrefix("/") }) == Set(Self.cases + ["/lifetime/cycles"]))
    }

    @Test("The example in C prints every frame of a file, with its time")
    func frames() async throws {
        let library = try await InstalledLibrary.shared.value
        let program = try await library.program("frames", ["Examples/C/frames.c"])
        let film = try GeneratedStreams.named("short").url.path
        let (status, lines) = try await RunningProgram.run(program, [film], environment: library.environment)
        #expect(status == 0)
        #expect(lines.contains { $0.hasPrefix("0.967 s: ") && $0.contains("yuv420p") }, "\(lines)")
        #expect(lines.last == "ended after 1.0 s")
    }

    @Test("The example in C states cause and remedy on standard error, and fails")
    func failingExample() async throws {
        let library = try await InstalledLibrary.shared.value
        let program = try await library.program("frames", ["Examples/C/frames.c"])
        let (status, lines) = try await RunningProgram.run(program, ["/nowhere/film.mp4"], environment: library.environment)
        #expect(status == 1)
        #expect(lines.count == 1 && lines[0].contains("film.mp4"), "\(lines)")
    }

    /// Programs without which the examples in other languages aren't tested.
    private static func isInstalled(_ tool: String) -> Bool {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
        return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)") }
    }

    @Test("The example in JavaScript prints every frame of a file, and fails with the cause", .enabled(if: isInstalled("gjs")))
    func framesInJavaScript() async throws {
        let script = DesktopSession.packageRoot.appending(path: "Examples/JavaScript/frames.js").path
        try await checkFrames(["/usr/bin/env", "gjs", "-m", script])
    }

    @Test("The example in Rust prints every frame of a file, and fails with the cause", .enabled(if: isInstalled("rustc")))
    func framesInRust() async throws {
        let library = try await InstalledLibrary.shared.value
        try await checkFrames([try await library.rustProgram("Examples/Rust/frames.rs")])
    }

    private func checkFrames(_ program: [String]) async throws {
        let library = try await InstalledLibrary.shared.value
        let film = try GeneratedStreams.named("short").url.path
        let (status, lines) = try await RunningProgram.run(
            program[0], program.dropFirst() + [film], environment: library.environment)
        #expect(status == 0)
        #expect(lines.contains { $0.hasPrefix("0.967 s: ") && $0.contains("yuv420p") }, "\(lines)")
        #expect(lines.last == "ended after 1.0 s")
        let failed = try await RunningProgram.run(
            program[0], program.dropFirst() + ["/nowhere/film.mp4"], environment: library.environment)
        #expect(failed.status == 1)
        #expect(failed.lines.count == 1 && failed.lines[0].contains("film.mp4"), "\(failed.lines)")
    }

    @Test("The examples show a video in a window", arguments: ["C", "Python"] + (isInstalled("gjs") ? ["JavaScript"] : []))
    func window(_ language: String) async throws {
        let library = try await InstalledLibrary.shared.value
        let root = DesktopSession.packageRoot
        let program =
            switch language {
            case "C": [try await library.program("player", ["Examples/C/player.c"])]
            case "JavaScript": ["/usr/bin/env", "gjs", "-m", root.appending(path: "Examples/JavaScript/player.js").path]
            default: ["/usr/bin/python3", root.appending(path: "Examples/Python/player.py").path]
            }
        let film = try GeneratedStreams.named("vod-cmaf").url.path
        let (status, lines) = try await RunningProgram.run(
            root.appending(path: "Scripts/session.sh").path,
            [root.appending(path: "Tests/CAPITests/Programs/watch.sh").path, "Windowbox in \(language)"] + program + [film],
            environment: library.environment)
        #expect(status == 0, "\(lines.joined(separator: "\n"))")
    }

    @Test("Python sees enumerations, errors, out parameters and frames")
    func pythonBindings() async throws {
        let library = try await InstalledLibrary.shared.value
        let script = DesktopSession.packageRoot.appending(path: "Tests/CAPITests/Programs/bindings.py").path
        let (status, lines) = try await RunningProgram.run(
            "/usr/bin/python3", [script], environment: library.environment.merging(try Self.media()) { $1 })
        #expect(status == 0, "\(lines.joined(separator: "\n"))")
        #expect(lines.last == "all good")
    }
}
