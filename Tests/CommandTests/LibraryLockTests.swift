// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import windowbox

@Suite("Lock of the demo's library") struct LibraryLockTests {
    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("wb-lock-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test("A library in use is refused, with the process that uses it and a remedy") func taken() throws {
        try withFolder { folder in
            let first = try LibraryLock(folder)
            do {
                _ = try LibraryLock(folder)
                Issue.record("the lock was taken twice")
            } catch let failure as Failure {
                #expect(failure.status == 1)
                #expect(failure.message.contains("in use by process \(getpid())"))
                #expect(failure.message.contains(folder.path))
                #expect(failure.message.contains("--library"))
            }
            withExtendedLifetime(first) {}
        }
    }

    @Test("Child processes don't keep the lock") func children() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("wb-lock-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let child: ChildProcess
        do {
            let lock = try LibraryLock(folder)
            child = try ChildProcess("/bin/sleep", ["60"])
            withExtendedLifetime(lock) {}
        }
        _ = try LibraryLock(folder)
        child.end()
        _ = await child.status()
    }

    @Test("A released lock can be taken again, whatever is left in its file") func free() throws {
        try withFolder { folder in
            do { _ = try LibraryLock(folder) }
            try Data("999999 and more\n".utf8).write(to: folder.appendingPathComponent("in-use"))
            let next = try LibraryLock(folder)
            let text = try String(contentsOf: folder.appendingPathComponent("in-use"), encoding: .utf8)
            #expect(text == "\(getpid())\n")
            withExtendedLifetime(next) {}
        }
    }

    @Test("Another process keeps the lock until it ends, even by SIGKILL") func killed() throws {
        try withFolder { folder in
            let file = folder.appendingPathComponent("in-use").path
            let process = Process()
            let said = Pipe()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", "exec 9>\"$0\"; flock 9; echo $$ >&9; echo locked; exec sleep 600", file]
            process.standardOutput = said
            try process.runWithSignals()
            defer { process.terminate() }
            #expect(String(decoding: said.fileHandleForReading.availableData, as: UTF8.self) == "locked\n")
            do {
                _ = try LibraryLock(folder)
                Issue.record("the lock was taken from its holder")
            } catch let failure as Failure { #expect(failure.message.contains("process \(process.processIdentifier)")) }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            _ = try LibraryLock(folder)
        }
    }

    @Test("A folder that is not writable is an error") func unwritable() {
        #expect(throws: Failure.self) { try LibraryLock(URL(fileURLWithPath: "/nowhere/at/all")) }
    }
}
