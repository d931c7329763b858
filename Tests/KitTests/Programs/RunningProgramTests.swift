// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import WindowboxKit

@Suite("Programs started by tests") struct RunningProgramTests {
    @Test("A program's output and errors are read line by line, with its exit status") func lines() async throws {
        let (status, lines) = try await RunningProgram.run("/bin/sh", ["-c", "echo one; echo >&2 two; echo; printf three; exit 7"])
        #expect(status == 7)
        #expect(lines == ["one", "two", "", "three"])
    }

    @Test("A program gets signals that Swift's concurrency threads have blocked") func signals() async throws {
        let program = try RunningProgram("/bin/sh", ["-c", "trap 'echo told; exit 3' TERM; echo ready; while :; do sleep 0.05; done"])
        var said: [String] = []
        for await line in program.lines {
            said.append(line)
            break
        }
        #expect(await program.end() == 3)
        for await line in program.lines { said.append(line) }
        #expect(said == ["ready", "told"])
        // A second call returns the status, and there is no process left to signal.
        #expect(await program.end(SIGKILL) == 3)
    }

    @Test("A program is ended by a signal, and also when the work with it fails") func killed() async throws {
        let program = try RunningProgram("/bin/sh", ["-c", "exec sleep 600"])
        #expect(await program.end(SIGKILL) == -SIGKILL)
        struct Failure: Error {}
        var kept: RunningProgram?
        await #expect(throws: Failure.self) {
            try await RunningProgram.with("/bin/sh", ["-c", "exec sleep 600"]) { program in
                kept = program
                throw Failure()
            }
        }
        #expect(await kept?.status() == -SIGTERM)
    }

    @Test("A program that is missing or reports no port is an error with its output") func faults() async throws {
        #expect(throws: RunningProgram.Fault.self) { _ = try RunningProgram("/nowhere/program", []) }
        let silent = try RunningProgram("/bin/sh", ["-c", "echo no database"])
        await #expect(throws: RunningProgram.Fault("/bin/sh did not listen: no database")) { _ = try await silent.port() }
        let words = #"{"message":"starting"}\n{"message":"listening","port":"4711"}"#
        #expect(try await RunningProgram("/bin/sh", ["-c", "printf '\(words)\\n'"]).port() == 4711)
    }

    @Test("Many programs can be started at once, and none inherits the descriptors of another") func many() async throws {
        let ends = try DesktopSession.makePipe()
        // As a careless library would open it.
        _ = fcntl(ends[1], F_SETFD, 0)
        defer { for end in ends { close(end) } }
        try await withThrowingTaskGroup(of: (Int32, [String]).self) { group in
            for number in 0..<60 {
                group.addTask {
                    try await RunningProgram.run("/bin/sh", ["-c", "for f in /proc/self/fd/*; do echo ${f##*/}; done; exit \(number)"])
                }
            }
            var statuses: Set<Int32> = []
            for try await (status, files) in group {
                statuses.insert(status)
                // The folder that the shell is listing may be open, too.
                #expect(files.count(where: { $0 != "3" }) == 3, "\(files)")
            }
            #expect(statuses == Set(0..<60))
        }
    }

    @Test("Output is split into lines the same way however it arrives") func cuts() {
        let text = Data("ä\n\nb\nc".utf8)
        for size in 1...text.count {
            var splitter = LineSplitter()
            var lines: [String] = []
            for start in stride(from: 0, to: text.count, by: size) {
                lines += splitter.lines(behind: text[start..<min(text.count, start + size)])
            }
            #expect(lines == ["ä", "", "b"], "\(size)")
            #expect(splitter.rest == "c", "\(size)")
        }
    }
}
