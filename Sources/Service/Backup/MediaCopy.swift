// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import WindowboxPackager

/// Copies a media store into a backup. What an earlier list has unchanged is not read again.
struct MediaCopy {
    let folder: BackupFolder
    let storage: any EnumerableStorage
    private(set) var report = BackupReport()

    init(_ storage: any EnumerableStorage, to folder: BackupFolder) {
        self.storage = storage
        self.folder = folder
    }

    /// Files are copied in parallel, because a bucket answers slowly.
    private static let batch = 16

    /// - Parameters:
    ///   - earlier: the list to compare with; nil for none.
    ///   - keepsMissing: whether files that are in the earlier list only are kept in the new one.
    ///   - list: the new list.
    mutating func run(earlier: URL?, keepsMissing: Bool, list: URL) async throws -> (objects: Int, size: Int64) {
        var known = try MediaList.Reader(earlier)
        var writer = try MediaList.Writer(list)
        var ahead = try known.next()
        /// Entries that are known, and objects to be copied, in order.
        var pending: [(entry: MediaList.Entry?, object: StoredObject?)] = []
        var changed = 0
        func flush() async throws {
            let copied = try await copy(pending.compactMap(\.object))
            for (entry, object) in pending {
                // An object that was deleted in the meantime isn't there.
                guard let entry = entry ?? object.flatMap({ copied[$0.key] }) else { continue }
                try writer.add(entry)
            }
            (pending, changed) = ([], 0)
        }
        for try await object in storage.objects() {
            try Task.checkCancellation()
            while let entry = ahead, entry.key < object.key {
                if keepsMissing { pending.append((entry, nil)) }
                ahead = try known.next()
            }
            if let entry = ahead, entry.key == object.key {
                ahead = try known.next()
                if entry.isSame(as: object), folder.holds(entry) {
                    pending.append((entry, nil))
                } else {
                    pending.append((nil, object))
                    changed += 1
                }
            } else {
                pending.append((nil, object))
                changed += 1
            }
            if changed >= Self.batch || pending.count >= 4096 { try await flush() }
        }
        while let entry = ahead {
            if keepsMissing { pending.append((entry, nil)) }
            ahead = try known.next()
        }
        try await flush()
        try writer.end()
        return (writer.objects, writer.size)
    }

    private mutating func copy(_ objects: [StoredObject]) async throws -> [StorageKey: MediaList.Entry] {
        let (storage, folder) = (storage, folder)
        let copies = try await withThrowingTaskGroup(of: (MediaList.Entry, isNew: Bool)?.self) { group in
            for object in objects { group.addTask { try await Self.copy(object, from: storage, to: folder) } }
            return try await group.reduce(into: [(MediaList.Entry, isNew: Bool)]()) { if let copy = $1 { $0.append(copy) } }
        }
        for (entry, isNew) in copies {
            report.files += 1
            report.bytes += entry.size
            if isNew { report.newBytes += entry.size }
        }
        return Dictionary(uniqueKeysWithValues: copies.map { ($0.0.key, $0.0) })
    }

    /// - Returns: nil if the object no longer exists.
    private static func copy(
        _ object: StoredObject, from storage: any MediaStorage, to folder: BackupFolder
    ) async throws -> (MediaList.Entry, isNew: Bool)? {
        guard let pieces = try await storage.read(object.key, range: nil) else { return nil }
        let draft = folder.objects.appending(path: BackupFolder.draftOfObject())
        guard FileManager.default.createFile(atPath: draft.path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forWritingAtPath: draft.path)
        else { throw BackupError.system(draft.path, errno) }
        var isKept = false
        defer {
            try? handle.close()
            if !isKept { unlink(draft.path) }
        }
        var hash = SHA256()
        var size: Int64 = 0
        for try await piece in pieces {
            hash.update(data: piece)
            size += Int64(piece.count)
            do { try handle.write(contentsOf: Data(piece)) } catch { throw BackupError.failed(draft.path, error.localizedDescription) }
        }
        // If it was replaced in the meantime, the next backup reads it again, because its version differs.
        let entry = MediaList.Entry(sha256: FileDigest.text(hash.finalize()), size: size, tag: object.tag, key: object.key)
        guard !folder.holds(entry) else { return (entry, false) }
        let file = folder.object(entry.sha256)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard rename(draft.path, file.path) == 0 else { throw BackupError.system(file.path, errno) }
        isKept = true
        return (entry, true)
    }
}

extension BackupFolder {
    /// Whether the content of an entry exists with the right size.
    func holds(_ entry: MediaList.Entry) -> Bool {
        var facts = stat()
        return stat(object(entry.sha256).path, &facts) == 0 && Int64(facts.st_size) == entry.size
    }
}
