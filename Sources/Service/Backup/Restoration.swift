// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import WindowboxCatalogue
import WindowboxPackager

extension BackupFolder {
    /// Restores a service from a snapshot. Media are restored first and the database last, so the database only exists once everything
    /// does.
    ///
    /// A restore that was interrupted is continued by the next one: what it wrote is recognised by its content.
    /// - Parameter name: of the snapshot; nil for the newest one.
    /// - Throws: ``BackupError``, `CatalogueError`, `StorageError`. If the target isn't empty or the snapshot is of a later version, nothing
    ///   has been changed.
    public func restore(_ name: String? = nil, to service: BackedUpService) async throws -> BackupReport {
        try await locked(isShared: true) {
            let name = try find(name)
            let folder = snapshot(name)
            let manifest = try BackupManifest.read(in: folder)
            try await checkTarget(service, for: manifest, in: folder)
            for file in manifest.files { try file.check(in: folder) }
            var report = BackupReport()
            report.snapshot = name
            report.databaseBytes = manifest.files.reduce(0) { $0 + $1.size }
            if let media = manifest.media, let storage = service.media {
                let list = folder.appending(path: media.list.name)
                let present = try await checkMedia(list, storage)
                try await restoreMedia(list, to: storage, except: present, &report)
            }
            if let secrets = manifest.secrets, let path = service.secretFile { try Self.place(secrets, in: folder, at: path) }
            switch manifest.database.kind {
            case .postgres: try await manifest.database.fill(service.database, from: folder)
            case .sqlite:
                // The main file last, since it is the one that a service looks for.
                for (name, path) in manifest.database.destinations(for: service.database).reversed() {
                    guard let file = manifest.databaseFiles.first(where: { $0.name == name }) else { continue }
                    try Self.place(file, in: folder, at: path)
                }
            }
            return report
        }
    }

    private func checkTarget(_ service: BackedUpService, for manifest: BackupManifest, in folder: URL) async throws {
        if manifest.media != nil, service.media == nil, !service.leavesMediaOut {
            throw BackupError.unknown("The snapshot has media, but no store for them is configured. Set media, or leave them out.")
        }
        switch manifest.database.kind {
        case .sqlite:
            guard !Catalogue.isPostgres(service.database) else {
                throw BackupError.unknown("The snapshot is of an SQLite database. Set database to the path of a file.")
            }
            for (name, path) in manifest.database.destinations(for: service.database) {
                let file = manifest.databaseFiles.first { $0.name == name }
                let isLeft = path != service.database && file.map { Self.isSame($0, path) } ?? false
                guard isLeft || access(path, F_OK) != 0 else { throw BackupError.occupied(path, "exists already") }
                // SQLite would apply it to the restored file.
                for log in [path + "-wal", path + "-journal"] where access(log, F_OK) == 0 {
                    throw BackupError.occupied(log, "is left of another database")
                }
            }
        case .postgres:
            guard Catalogue.isPostgres(service.database) else {
                throw BackupError.unknown("The snapshot is of a PostgreSQL database. Set database to the URL of a server.")
            }
            guard try await DatabaseImage.isEmpty(service.database) else {
                throw BackupError.occupied("The database", "already has tables of this service")
            }
        }
        guard let secrets = manifest.secrets else { return }
        guard let path = service.secretFile else {
            throw BackupError.unknown("The snapshot has secrets, but the settings name no file for them. Set secret-file.")
        }
        guard access(path, F_OK) != 0 || Self.isSame(secrets, path) else {
            throw BackupError.occupied(path, "exists and has other secrets than the snapshot")
        }
    }

    private static func isSame(_ file: BackupManifest.File, _ path: String) -> Bool {
        guard let found = try? FileDigest.read(path) else { return false }
        return found.size == file.size && found.sha256 == file.sha256
    }

    /// Checks that the backup has all media, and that the store has no others.
    /// - Returns: the keys that the store has already.
    private func checkMedia(_ list: URL, _ storage: any EnumerableStorage) async throws -> Set<StorageKey> {
        var reader = try MediaList.Reader(list)
        var ahead = try reader.next()
        var present: Set<StorageKey> = []
        func skip() throws {
            if let entry = ahead, !holds(entry) { throw BackupError.damaged(entry.key.text, "\(object(entry.sha256).path) is missing") }
            ahead = try reader.next()
        }
        for try await object in storage.objects() {
            while let entry = ahead, entry.key < object.key { try skip() }
            guard let entry = ahead, entry.key == object.key, entry.size == object.size,
                try await Self.digest(of: object.key, in: storage) == entry.sha256
            else { throw BackupError.occupied("\(object.key) in the media store", "is not from this snapshot") }
            present.insert(object.key)
            try skip()
        }
        while ahead != nil { try skip() }
        return present
    }

    private static func digest(of key: StorageKey, in storage: any MediaStorage) async throws -> String? {
        guard let pieces = try await storage.read(key, range: nil) else { return nil }
        var hash = SHA256()
        for try await piece in pieces { hash.update(data: piece) }
        return FileDigest.text(hash.finalize())
    }

    /// Stores are asked in parallel, because each answer takes a while.
    private static let batch = 16

    private func restoreMedia(
        _ list: URL, to storage: any MediaStorage, except present: Set<StorageKey>, _ report: inout BackupReport
    ) async throws {
        var reader = try MediaList.Reader(list)
        var isDone = false
        while !isDone {
            var entries: [MediaList.Entry] = []
            while entries.count < Self.batch {
                guard let entry = try reader.next() else {
                    isDone = true
                    break
                }
                report.objects += 1
                report.objectBytes += entry.size
                if !present.contains(entry.key) { entries.append(entry) }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for entry in entries {
                    group.addTask {
                        // Read twice, but a damaged file must not get a name in the store.
                        try check(entry)
                        try await storage.put(.file(object(entry.sha256)), at: entry.key, type: PackageMediaType.name(of: entry.key.text))
                    }
                }
                try await group.waitForAll()
            }
            report.files += entries.count
            report.bytes += entries.reduce(0) { $0 + $1.size }
        }
    }

    /// Copies a file of the snapshot to its path atomically, with its permissions. Does nothing if it exists.
    private static func place(_ file: BackupManifest.File, in snapshot: URL, at path: String) throws {
        if access(path, F_OK) == 0, isSame(file, path) { return }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw BackupError.failed(folder.path, error.localizedDescription) }
        let draft = path + ".restoring"
        unlink(draft)
        let output = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw BackupError.system(draft, errno) }
        defer {
            close(output)
            unlink(draft)
        }
        let handle = FileHandle(fileDescriptor: output, closeOnDealloc: false)
        try file.check(in: snapshot) { bytes in
            do { try handle.write(contentsOf: bytes) } catch { throw BackupError.failed(draft, error.localizedDescription) }
        }
        guard fchmod(output, mode_t(file.mode & 0o777)) == 0, fsync(output) == 0 else { throw BackupError.system(draft, errno) }
        // Unlike renaming, this doesn't replace a file that has appeared meanwhile.
        guard link(draft, path) == 0 else {
            throw errno == EEXIST ? BackupError.occupied(path, "exists already") : BackupError.system(path, errno)
        }
        let directory = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }
}
