// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit

/// The C library, used by programs in C and Python that are built and run as others would.
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

    @Test("The examples show a video in a window", arguments: ["C", "Python"])
    func window(_ language: String) async throws {
        let library = try await InstalledLibrary.shared.value
        let root = DesktopSession.packageRoot
        var program = ["/usr/bin/python3", root.appending(path: "Examples/Python/player.py").path]
        if language == "C" { program = [try await library.program("player", ["Examples/C/player.c"])] }
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
