// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Testing
import WindowboxKit

@testable import windowbox

@Suite("Shell completion") struct CompletionTests {
    /// Bash's completions for the last of these words.
    private func offered(_ words: [String], in folder: URL = FileManager.default.temporaryDirectory) async throws -> [String] {
        let script = folder.appending(path: "completion-\(UUID().uuidString).bash")
        try Data(PrintCompletion.script(for: .bash).utf8).write(to: script)
        defer { try? FileManager.default.removeItem(at: script) }
        let ask = """
            cd "$2"; source "$1"; shift 2
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
            # Bash does it by itself while somebody types.
            compopt() { :; }
            _windowbox windowbox "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let answer = try await RunningProgram.run(
            "/bin/bash", ["--norc", "-c", ask, "bash", script.path, folder.path, "windowbox"] + words)
        try #require(answer.status == 0, "\(answer.lines)")
        return answer.lines.filter { !$0.isEmpty }.sorted()
    }

    @Test("All commands are completed, even those that run other programs")
    func verbs() async throws {
        #expect(try await Set(offered([""])).isSuperset(of: Windowbox.commandNames))
        #expect(try await offered(["pl"]) == ["play"])
        #expect(try await Set(offered(["completion", ""])).isSuperset(of: ["bash", "zsh", "fish"]))
    }

    @Test("Options are completed per command")
    func options() async throws {
        #expect(try await offered(["play", "--head"]) == ["--headless"])
        #expect(try await offered(["probe", "--head"]) == [])
    }

    @Test(
        "Files are completed where files are expected, and only folders where a folder is",
        arguments: ["play", "probe", "captions", "serve", "ingest"])
    func files(verb: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "completion-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder.appending(path: "films"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data().write(to: folder.appending(path: "film one.mkv"))
        #expect(try await offered([verb, "fil"], in: folder) == ["film one.mkv", "films"])
        #expect(try await offered(["play", "--stills", "fil"], in: folder) == ["films"])
    }

    @Test("The script for each shell lists every command", arguments: PrintCompletion.Shell.allCases)
    func shells(shell: PrintCompletion.Shell) {
        let script = PrintCompletion.script(for: shell)
        for verb in Windowbox.commandNames { #expect(script.contains(verb), "\(verb)") }
    }

    @Test("An unknown shell is a usage error")
    func unknownShell() {
        #expect(throws: (any Error).self) { try PrintCompletion.parse(["tcsh"]) }
        #expect(throws: (any Error).self) { try PrintCompletion.parse([]) }
    }
}
