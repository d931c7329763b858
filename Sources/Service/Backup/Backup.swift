// SPDX-License-Identifier: Apache-2.0

public import Foundation
import WindowboxCatalogue
public import WindowboxPackager

/// What a service consists of, and where.
public struct BackedUpService: Sendable {
    /// As for `Catalogue`: the path of an SQLite file, or a PostgreSQL connection string.
    public var database: String
    /// The path of the file with the secrets; nil if there is none.
    public var secretFile: String?
    /// Nil if it has none.
    public var media: (any EnumerableStorage)?
    /// Whether a snapshot's media are not restored.
    public var leavesMediaOut = false
    /// The version of the program.
    public var program: String

    public init(database: String, secretFile: String?, media: (any EnumerableStorage)?, program: String) {
        self.database = database
        self.secretFile = secretFile
        self.media = media
        self.program = program
    }
}

/// What a backup, check or restore did.
public struct BackupReport: Hashable, Sendable {
    /// The name of the snapshot.
    public var snapshot = ""
    /// The size of database, secrets and list of media in bytes.
    public var databaseBytes: Int64 = 0
    /// All media of the snapshot.
    public var objects = 0
    public var objectBytes: Int64 = 0
    /// Media that were read, since they are new or changed; after a restore those that were written.
    public var files = 0
    public var bytes: Int64 = 0
    /// The bytes of them that were not in the backup under another name either.
    public var newBytes: Int64 = 0
    /// Earlier snapshots that were deleted.
    public var deleted: [String] = []
    /// Paths of files in the media folder that can't be kept, because their names are not keys: the first hundred.
    public var leftOut: [String] = []
}

extension BackupFolder {
    /// Adds a snapshot of a service while it runs.
    ///
    /// Media are copied before and after the database, because they may be added or deleted meanwhile: what the copied database refers to
    /// was there at one of both times.
    /// - Parameter keeping: the number of snapshots to keep, at least 1; nil for all.
    /// - Throws: ``BackupError``, `CatalogueError`, `StorageError`; then there is no new snapshot, unless only the earlier ones could not be
    ///   deleted, because one of those to keep is damaged.
    public func add(_ service: BackedUpService, keeping: Int? = nil, at now: Date) async throws -> BackupReport {
        try await locked {
            removeDrafts()
            let name = newName(at: now)
            let draft = snapshot(Self.draftPrefix + name)
            try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            defer { try? FileManager.default.removeItem(at: draft) }
            var report = try await fill(draft, with: service, at: now)
            Self.synchronize()
            guard rename(draft.path, snapshot(name).path) == 0 else { throw BackupError.system(draft.path, errno) }
            Self.synchronize()
            report.snapshot = name
            if let keeping { report.deleted = try prune(keeping: keeping, besides: name) }
            return report
        }
    }

    private func fill(_ draft: URL, with service: BackedUpService, at now: Date) async throws -> BackupReport {
        var copy = service.media.map { MediaCopy($0, to: self) }
        let first = draft.appending(path: ".media.first")
        _ = try await copy?.run(earlier: try earlierList(), keepsMissing: false, list: first)
        let image = try await DatabaseImage.make(of: service.database, in: draft)
        let files = try image.files.map { try BackupManifest.File($0, in: draft) }
        var manifest = BackupManifest(program: service.program, made: now, database: image, databaseFiles: files)
        if let path = service.secretFile { manifest.secrets = try Self.copySecrets(path, into: draft) }
        let list = draft.appending(path: BackupManifest.mediaList)
        if let (objects, size) = try await copy?.run(earlier: first, keepsMissing: true, list: list) {
            unlink(first.path)
            manifest.media = try .init(list: .init(BackupManifest.mediaList, in: draft), objects: objects, size: size)
        }
        let data = try manifest.encoded
        for (content, file) in [(data, BackupManifest.name), (BackupManifest.checksumText(of: data), BackupManifest.checksum)] {
            guard
                FileManager.default.createFile(
                    atPath: draft.appending(path: file).path, contents: content, attributes: [.posixPermissions: 0o600])
            else { throw BackupError.system(draft.path, errno) }
        }
        var report = copy?.report ?? BackupReport()
        (report.objects, report.objectBytes) = (manifest.media?.objects ?? 0, manifest.media?.size ?? 0)
        report.databaseBytes = manifest.files.reduce(0) { $0 + $1.size }
        report.leftOut = try await (service.media as? DiskStorage)?.unnamed(limit: 100) ?? []
        return report
    }

    /// The newest readable list of media.
    private func earlierList() throws -> URL? {
        for name in names.reversed() {
            guard let manifest = try? BackupManifest.read(in: snapshot(name)), let media = manifest.media else { continue }
            // A damaged one would only cost time.
            if (try? media.list.check(in: snapshot(name))) != nil { return snapshot(name).appending(path: BackupManifest.mediaList) }
        }
        return nil
    }

    private static func copySecrets(_ path: String, into draft: URL) throws -> BackupManifest.File? {
        var facts = stat()
        guard stat(path, &facts) == 0 else {
            if errno == ENOENT { return nil }
            throw BackupError.system(path, errno)
        }
        guard let data = FileManager.default.contents(atPath: path) else { throw BackupError.system(path, errno) }
        let copy = draft.appending(path: BackupManifest.secrets)
        guard FileManager.default.createFile(atPath: copy.path, contents: data, attributes: [.posixPermissions: 0o600]) else {
            throw BackupError.system(copy.path, errno)
        }
        var file = try BackupManifest.File(BackupManifest.secrets, in: draft)
        file.mode = UInt16(facts.st_mode & 0o7777)
        return file
    }

    /// Deletes the oldest snapshots, and media that no other snapshot has.
    /// - Parameter made: the new snapshot, which is kept even if the clock was set back and others look newer.
    /// - Returns: the names of the deleted snapshots.
    private func prune(keeping: Int, besides made: String) throws -> [String] {
        let old = Array(names.filter { $0 != made }.dropLast(max(1, keeping) - 1))
        guard !old.isEmpty else { return [] }
        // Before anything is deleted: a list that can't be read would make its media look unused.
        var used: Set<Substring> = []
        for name in names where !old.contains(name) {
            guard let media = try BackupManifest.read(in: snapshot(name)).media else { continue }
            var reader = try MediaList.Reader(snapshot(name).appending(path: media.list.name))
            while let entry = try reader.next() { used.insert(entry.sha256[...]) }
        }
        let manager = FileManager.default
        for name in old {
            // Deleting takes a while: without its name first, half of a snapshot would look like a whole one.
            let draft = snapshot(Self.draftPrefix + name)
            guard rename(snapshot(name).path, draft.path) == 0 else { throw BackupError.system(name, errno) }
            try? manager.removeItem(at: draft)
        }
        for folder in (try? manager.contentsOfDirectory(atPath: objects.path)) ?? [] where !folder.hasPrefix(".") {
            let path = objects.appending(path: folder).path
            for name in (try? manager.contentsOfDirectory(atPath: path)) ?? []
            where FileDigest.isWellFormed(name) && name.hasPrefix(folder) && !used.contains(name[...]) {
                unlink("\(path)/\(name)")
            }
        }
        return old
    }
}
