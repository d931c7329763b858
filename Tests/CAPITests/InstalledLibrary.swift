// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import WindowboxKit

/// The library that was built with the tests, installed in a temporary folder with all that others use: headers, the pkg-config module
/// and introspection data.
final class InstalledLibrary: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Installed once, by the first test that needs it.
    static let shared = Task { try await InstalledLibrary() }

    let folder: URL
    /// The tests in C.
    let behaviour: String

    private init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "windowbox-library-\(ProcessInfo.processInfo.processIdentifier)")
        try? FileManager.default.removeItem(at: folder)
        try await Self.run(
            "Scripts/library.sh", ["install"], environment: ["PREFIX": folder.path, "DESTDIR": "", "BUILT": RunningProgram.folder.path])
        let programs = Self.root.appending(path: "Tests/CAPITests/Programs")
        let sources = try FileManager.default.contentsOfDirectory(atPath: programs.path).filter { $0.hasSuffix(".c") }.sorted()
        behaviour = try await Self.compile("behaviour", sources.map { programs.appending(path: $0).path }, in: folder)
        _ = atexit { try? FileManager.default.removeItem(at: InstalledLibrary.place) }
    }

    /// Compiles a program as its comment says.
    /// - Parameter sources: Paths in the repository.
    /// - Returns: The program's path.
    func program(_ name: String, _ sources: [String]) async throws -> String {
        try await Self.compile("\(name)-\(UUID().uuidString)", sources.map { Self.root.appending(path: $0).path }, in: folder)
    }

    /// Compiles a program in Rust as its comment says.
    /// - Parameter source: Its path in the repository.
    /// - Returns: The program's path.
    func rustProgram(_ source: String) async throws -> String {
        let flags = try await Self.run(
            "/usr/bin/env", ["pkg-config", "--libs", "windowbox-1"], environment: environment)
        let program = folder.appending(path: "rust-\(UUID().uuidString)").path
        try await Self.run(
            "/usr/bin/env",
            ["rustc", "--edition", "2021", Self.root.appending(path: source).path, "-o", program]
                + ["-C", "link-args=" + flags.joined(separator: " ")], environment: [:])
        return program
    }

    /// What programs need to find a library that isn't in one of the system's folders.
    var environment: [String: String] { Self.environment(of: folder) }

    private static let root = DesktopSession.packageRoot
    private static var place: URL {
        FileManager.default.temporaryDirectory.appending(path: "windowbox-library-\(ProcessInfo.processInfo.processIdentifier)")
    }

    private static func environment(of folder: URL) -> [String: String] {
        [
            "LD_LIBRARY_PATH": folder.appending(path: "lib").path,
            "GI_TYPELIB_PATH": folder.appending(path: "lib/girepository-1.0").path,
            "PKG_CONFIG_PATH": folder.appending(path: "lib/pkgconfig").path,
        ]
    }

    private static func compile(_ name: String, _ sources: [String], in folder: URL) async throws -> String {
        let flags = try await run(
            "/usr/bin/env", ["pkg-config", "--cflags", "--libs", "windowbox-1"], environment: environment(of: folder))
        let program = folder.appending(path: name).path
        let words = flags.joined(separator: " ").split(separator: " ").map(String.init)
        try await run("/usr/bin/env", ["cc", "-Wall", "-Werror"] + sources + ["-o", program] + words, environment: [:])
        return program
    }

    @discardableResult
    private static func run(_ name: String, _ arguments: [String], environment: [String: String]) async throws -> [String] {
        let path = name.hasPrefix("/") ? name : root.appending(path: name).path
        let (status, lines) = try await RunningProgram.run(path, arguments, environment: environment)
        guard status == 0 else { throw Failure(description: "\(name) \(arguments): \(lines.joined(separator: "\n"))") }
        return lines
    }
}
