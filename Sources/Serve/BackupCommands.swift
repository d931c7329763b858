// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxBackup
import WindowboxPackager
import WindowboxServer

/// Adds a snapshot of the service to a backup, while it runs.
struct MakeBackup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Back up database, media and secrets, while the service runs.",
        discussion: """
            Adds a snapshot to a folder. Media that an earlier snapshot has unchanged are not read or copied again. The folder contains \
            secrets: only its owner can read it. Settings are not part of it.
            """)

    @OptionGroup var options: ConfigurationOptions

    @Argument(help: "The folder of the backup; created if there is none.", completion: .directory) var folder: String

    @Option(help: "The number of snapshots to keep; older ones are deleted. All by default.") var keep: Int?

    @Flag(help: "Leave media out, for example because the bucket has versions of its own.") var skipMedia = false

    func run() async throws {
        if let keep, keep < 1 { throw ProgramFault("--keep: It must be at least 1.") }
        let configuration = try options.configuration()
        let service = try configuration.backedUp(skipsMedia: skipMedia)
        let report = try await BackupFolder(creating: URL(fileURLWithPath: folder)).add(service, keeping: keep, at: Date())
        print("Snapshot \(report.snapshot): database \(Self.size(report.databaseBytes)), media \(Self.media(report)).")
        if !skipMedia {
            print("Read \(report.files) new or changed files of \(Self.size(report.bytes)); stored \(Self.size(report.newBytes)).")
        }
        for name in report.deleted { print("Deleted snapshot \(name).") }
        for name in report.leftOut { print("Left out, because its name is not a key: \(name)") }
    }

    static func size(_ bytes: Int64) -> String {
        bytes < 1_000_000 ? "\(bytes) bytes" : String(format: "%.1f MB", Double(bytes) / 1e6)
    }

    static func media(_ report: BackupReport) -> String { "\(report.objects) files of \(size(report.objectBytes))" }
}

/// Checks a snapshot.
struct VerifyBackup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify-backup", abstract: "Read a snapshot of a backup completely, and compare it with its checksums.")

    @Argument(help: "The folder of the backup.", completion: .directory) var folder: String

    @Option(help: "The name of the snapshot; the newest one by default.") var snapshot: String?

    func run() async throws {
        var faults = 0
        let report = try await BackupFolder(existing: URL(fileURLWithPath: folder)).verify(snapshot) { fault in
            print(fault)
            faults += 1
        }
        guard faults == 0 else { throw ProgramFault("snapshot \(report.snapshot) has \(faults) damaged \(faults == 1 ? "file" : "files")") }
        print(
            "Snapshot \(report.snapshot) is undamaged: database \(MakeBackup.size(report.databaseBytes)), media \(MakeBackup.media(report))."
        )
    }
}

/// Restores the service from a snapshot.
struct RestoreBackup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore database, media and secrets from a backup.",
        discussion: """
            The settings name the targets, which must be empty. Run it as the user of the service, before the service starts. If it is \
            interrupted, run it again: it continues.
            """)

    @OptionGroup var options: ConfigurationOptions

    @Argument(help: "The folder of the backup.", completion: .directory) var folder: String

    @Option(help: "The name of the snapshot; the newest one by default.") var snapshot: String?

    @Flag(help: "Leave media out, for example because the bucket is undamaged.") var skipMedia = false

    func run() async throws {
        let service = try options.configuration().backedUp(skipsMedia: skipMedia)
        let report = try await BackupFolder(existing: URL(fileURLWithPath: folder)).restore(snapshot, to: service)
        print("Restored snapshot \(report.snapshot): database \(MakeBackup.size(report.databaseBytes)), media \(MakeBackup.media(report)).")
        if report.files < report.objects, !skipMedia { print("\(report.objects - report.files) of the media files were there already.") }
    }
}

extension ServiceConfiguration {
    /// - Throws: `StorageError` if the media store can't be opened.
    fileprivate func backedUp(skipsMedia: Bool) throws -> BackedUpService {
        var service = BackedUpService(
            database: database, secretFile: secretPath, media: skipsMedia ? nil : try storage.map { try StorageSetting.open($0) },
            program: ServiceVersion.text)
        service.leavesMediaOut = skipsMedia
        return service
    }
}
