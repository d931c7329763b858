// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxKit
import WindowboxPackager
import WindowboxServiceKit

@testable import WindowboxBackup

/// Kills the program in the middle of its work.
@Suite("Killed backups", .serialized, .timeLimit(.minutes(5))) struct KilledBackupTests {
    private static let videos = 1...150

    private static func settings(_ service: BackedUpService) -> [String] {
        let folder = URL(fileURLWithPath: service.database).deletingLastPathComponent()
        return [
            "--set", "database=\(service.database)", "--set", "media=\(folder.appending(path: "media").path)", "--set",
            "secret-file=\(service.secretFile ?? "")",
        ]
    }

    /// Starts a program, and kills it once a folder has some files, unless it has ended before.
    /// - Returns: whether it was killed.
    private static func kill(_ arguments: [String], at count: Int, filesIn folder: URL) async throws -> Bool {
        let program = try RunningProgram("windowbox-service", arguments)
        let isOver = Mutex(false)
        async let status = {
            let status = await program.status()
            isOver.withLock { $0 = true }
            return status
        }()
        while !isOver.withLock({ $0 }), files(in: folder) < count { await Task.yield() }
        program.signal(SIGKILL)
        return await status == -SIGKILL
    }

    private static func files(in folder: URL) -> Int {
        (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []).filter { !$0.hasPrefix(".") }.count
    }

    private static func run(_ arguments: [String]) async throws -> String {
        let (status, lines) = try await RunningProgram.run("windowbox-service", arguments)
        #expect(status == 0, "\(lines)")
        return lines.joined(separator: "\n")
    }

    @Test("Killed at any moment, a backup leaves no half snapshot, and a restore continues") func killed() async throws {
        try await BackedUpPlatform.with { platform in
            try await platform.fill(Self.videos)
            let before = try await BackedUpPlatform.content(of: platform.service)
            let backup = ["backup", platform.backup.path] + Self.settings(platform.service)
            var kills = 0
            for count in [1, 40, 120, 220, 300] {
                let folder = try? BackupFolder(existing: platform.backup)
                let objects = folder?.objects ?? platform.backup.appending(path: "objects")
                if try await Self.kill(backup, at: count, filesIn: objects) { kills += 1 }
                for name in folder?.names ?? [] {
                    var faults: [String] = []
                    _ = try await folder?.verify(name) { faults.append($0) }
                    #expect(faults == [])
                }
            }
            #expect(kills > 0)
            #expect(try await Self.run(backup).contains("media 450 files"))
            #expect(try await Self.run(["verify-backup", platform.backup.path]).contains("is undamaged"))
            let drafts = try FileManager.default.contentsOfDirectory(atPath: platform.backup.appending(path: "objects").path)
            #expect(drafts.filter { $0.hasPrefix(".") } == [])

            // The machine's state is gone.
            try FileManager.default.removeItem(at: platform.folder.appending(path: "service"))
            let target = try await platform.emptyTarget()
            let media = platform.folder.appending(path: "other/media")
            let restore = ["restore", platform.backup.path] + Self.settings(target)
            kills = 0
            for count in [1, 150, 400, 700] where !FileManager.default.fileExists(atPath: target.database) {
                if try await Self.kill(restore, at: count, filesIn: media) { kills += 1 }
            }
            #expect(kills > 0)
            if !FileManager.default.fileExists(atPath: target.database) { _ = try await Self.run(restore) }
            #expect(try await BackedUpPlatform.content(of: target) == before)
            // A second one refuses to replace what is there now.
            let (status, lines) = try await RunningProgram.run("windowbox-service", restore)
            #expect(status != 0)
            #expect(lines.joined().contains("exists already"))
        }
    }

    @Test("The program says in one line what is wrong, and changes nothing") func wrongUse() async throws {
        try await BackedUpPlatform.with { platform in
            let settings = Self.settings(platform.service)
            for (arguments, status, text) in [
                (["backup", platform.backup.path] + settings, 1, "doesn't exist"),
                (["backup", platform.backup.path, "--keep", "0"] + settings, 1, "--keep"),
                (["restore", platform.folder.path] + settings, 1, "is not a backup"), (["restore"] + settings, 2, "<folder>"),
                (["verify-backup", platform.folder.path], 1, "is not a backup"), (["rehearse"] + settings, 1, "doesn't exist"),
            ] as [([String], Int32, String)] {
                let (found, lines) = try await RunningProgram.run("windowbox-service", arguments)
                #expect(found == status, "\(arguments)")
                #expect(lines.contains { $0.contains(text) }, "\(lines)")
                if status == 1 { #expect(lines.count == 1, "\(lines)") }
            }
            #expect(!FileManager.default.fileExists(atPath: platform.service.database))
            try await platform.fill(1...1)
            #expect(try await Self.run(["rehearse"] + settings) == "No migration is pending.")
        }
    }
}
