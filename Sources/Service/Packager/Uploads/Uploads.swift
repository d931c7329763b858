// SPDX-License-Identifier: Apache-2.0

import Crypto
public import Foundation
import WindowboxCatalogue
public import WindowboxContract

/// Resumable uploads in parts: in any order, with retries, by any process with the same store.
///
/// Nothing is kept in memory: an upload is a record and its parts below `uploads/` in the store, and an accepted part survives a crash.
public struct Uploads: Sendable {
    public struct Limits: Hashable, Sendable {
        /// The limit of a file in bytes.
        public var maxBytes: Int64 = 20 << 30
        /// The size of a part in bytes; larger files get larger parts.
        public var partSize: Int64 = 8 << 20
        public var maxParts: Int64 = 2000
        /// Seconds until an unused upload is deleted.
        public var lifetime = 24 * 3600.0
        /// Simultaneous uploads per owner.
        public var maxPerOwner = 50

        public init() {}
    }

    private let storage: any MediaStorage
    public let limits: Limits
    private static let folder = "uploads"

    public init(storage: any MediaStorage, limits: Limits = Limits()) {
        self.storage = storage
        self.limits = limits
    }

    /// Begins an upload.
    /// - Parameters:
    ///   - size: of the file, in bytes.
    ///   - owner: an opaque id; nobody else can see the upload.
    /// - Throws: ``UploadError``, ``StorageError``.
    public func make(size: Int64, owner: String, at now: Date) async throws -> Upload {
        guard size > 0 else { throw UploadError(.tooLarge, "An empty file can't be uploaded. Give the file's size in bytes.") }
        guard size <= limits.maxBytes else {
            throw UploadError(.tooLarge, "The file has \(size) bytes, the limit is \(limits.maxBytes). Send a smaller one.")
        }
        let others = try await records().filter { $0.owner == owner && $0.expires > now.timeIntervalSince1970 }
        guard others.count < limits.maxPerOwner else {
            throw UploadError(.tooMany, "There are \(others.count) uploads already. Cancel one of them, or wait until they expire.")
        }
        let needed = (size + limits.maxParts - 1) / limits.maxParts
        let record = UploadRecord(
            id: OpaqueID.make(), owner: owner, size: size, partSize: max(limits.partSize, needed),
            created: now.timeIntervalSince1970, expires: now.timeIntervalSince1970 + limits.lifetime)
        try await save(record)
        return Upload(id: record.id, partSize: record.partSize, size: record.size)
    }

    /// The state of an upload; nil if there is none with this id and owner.
    public func upload(_ id: String, owner: String, at now: Date) async throws -> Upload? {
        guard let record = try await record(id, owner: owner, at: now) else { return nil }
        return try await upload(record)
    }

    /// An owner's uploads that haven't expired, oldest first.
    public func uploads(of owner: String, at now: Date) async throws -> [Upload] {
        let own = try await records().filter { $0.owner == owner && $0.expires > now.timeIntervalSince1970 }
        var uploads: [Upload] = []
        for record in own.sorted(by: { ($0.created, $0.id) < ($1.created, $1.id) }) { uploads.append(try await upload(record)) }
        return uploads
    }

    /// Deletes an upload and its parts.
    /// - Returns: false if there is none with this id and owner.
    public func cancel(_ id: String, owner: String, at now: Date) async throws -> Bool {
        guard try await record(id, owner: owner, at: now) != nil else { return false }
        try await remove(id)
        return true
    }

    /// Stores a part.
    /// - Parameters:
    ///   - number: from 1.
    ///   - sha256: the checksum from the sender, in hexadecimal; nil for none.
    /// - Throws: ``UploadError``, ``StorageError``. A rejected part is not stored.
    public func put(
        _ bytes: [UInt8], part number: Int, of id: String, sha256: String? = nil, owner: String, at now: Date
    ) async throws -> Upload {
        guard var record = try await record(id, owner: owner, at: now) else { throw UploadError.unknown(id) }
        guard (1...record.partCount).contains(number) else {
            throw UploadError(.invalidPart, "There is no part \(number). Its parts are 1 to \(record.partCount).")
        }
        let length = record.length(ofPart: number)
        guard Int64(bytes.count) == length else {
            throw UploadError(.invalidPart, "Part \(number) has \(bytes.count) bytes where it should have \(length).")
        }
        let hash = SignatureV4.hash(bytes)
        if let sha256, sha256.lowercased() != hash {
            throw UploadError(.checksum, "Part \(number) does not match its checksum. Send it again.")
        }
        guard try await storage.find(Self.key(id, "complete")) == nil else {
            throw UploadError(.completed, "This upload is already complete. Begin a new one.")
        }
        let old = try await parts(id)[number]
        try await storage.put(
            .bytes(bytes), at: try Self.key(id, UploadRecord.partName(number, hash: hash)), type: "application/octet-stream")
        // The last version of a part counts.
        if let old, !old.text.hasSuffix(hash) { try await storage.delete(old) }
        if record.expires - now.timeIntervalSince1970 < limits.lifetime / 2 {
            record.expires = now.timeIntervalSince1970 + limits.lifetime
            try await save(record)
        }
        return try await upload(record)
    }

    /// Marks an upload as complete. May be repeated.
    /// - Throws: ``UploadError`` with ``UploadError/Code/incomplete`` while parts are missing.
    public func complete(_ id: String, owner: String, at now: Date) async throws -> Upload {
        guard let record = try await record(id, owner: owner, at: now) else { throw UploadError.unknown(id) }
        let upload = try await upload(record)
        let missing = Set(1...record.partCount).subtracting(upload.parts)
        guard missing.isEmpty else {
            let first = missing.sorted().prefix(5).map(String.init).joined(separator: ", ")
            throw UploadError(.incomplete, "\(missing.count) parts are missing: \(first)\(missing.count > 5 ? " and more" : "").")
        }
        try await storage.put(.bytes([]), at: Self.key(id, "complete"), type: "application/octet-stream")
        return upload
    }

    /// Writes the parts of a complete upload into a file.
    /// - Throws: ``UploadError`` if it isn't complete; ``StorageError``.
    func write(_ id: String, to file: URL) async throws {
        guard let record = try await readRecord(id), try await storage.find(Self.key(id, "complete")) != nil else {
            throw UploadError.unknown(id)
        }
        let parts = try await parts(id)
        guard FileManager.default.createFile(atPath: file.path, contents: nil) else { throw StorageError.system(errno, at: file.path) }
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        for number in 1...record.partCount {
            try Task.checkCancellation()
            guard let key = parts[number], try await storage.copy(key, to: handle) == record.length(ofPart: number) else {
                throw UploadError(.incomplete, "Part \(number) is gone from the store. Send the file again.")
            }
        }
    }

    /// Whether an upload with this id and owner is complete.
    func isComplete(_ id: String, owner: String, at now: Date) async throws -> Bool {
        guard try await record(id, owner: owner, at: now) != nil else { return false }
        return try await storage.find(Self.key(id, "complete")) != nil
    }

    /// Deletes an upload and its parts.
    public func remove(_ id: String) async throws {
        guard let folder = StorageKey("\(Self.folder)/\(id)") else { return }
        try await storage.deleteAll(below: folder)
    }

    /// Deletes uploads that haven't been used for their lifetime, and what is left of those without a record that can be read.
    /// - Returns: how many.
    public func removeExpired(at now: Date) async throws -> Int {
        guard let folder = StorageKey(Self.folder) else { return 0 }
        var latest: [String: Date] = [:]
        for object in try await storage.list(below: folder) {
            guard let id = Self.upload(of: object.key) else { continue }
            latest[id] = max(latest[id] ?? .distantPast, object.modified)
        }
        var count = 0
        var failure: (any Error)?
        for (id, modified) in latest {
            let record = try await listedRecord(id)
            let end = record.map { Date(timeIntervalSince1970: $0.expires) } ?? modified.addingTimeInterval(limits.lifetime)
            guard end <= now else { continue }
            // One that can't be deleted doesn't keep the others.
            do {
                try await remove(id)
                count += 1
            } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
        return count
    }
}

// MARK: - Records

extension Uploads {
    private static func key(_ id: String, _ name: String) throws -> StorageKey {
        guard id.count <= 64, !id.contains("/"), let key = StorageKey("\(folder)/\(id)/\(name)") else { throw UploadError.unknown(id) }
        return key
    }

    private func save(_ record: UploadRecord) async throws {
        let bytes = try Array(JSONEncoder().encode(record))
        try await storage.put(.bytes(bytes), at: Self.key(record.id, "upload.json"), type: "application/json")
    }

    private func readRecord(_ id: String) async throws -> UploadRecord? {
        guard let key = try? Self.key(id, "upload.json"), let bytes = try await storage.bytes(of: key, limit: 64 << 10) else { return nil }
        return try? JSONDecoder().decode(UploadRecord.self, from: Data(bytes))
    }

    /// Nil if this one can't be read, so that no other upload suffers from it.
    private func listedRecord(_ id: String) async throws -> UploadRecord? {
        do { return try await readRecord(id) } catch let error as StorageError where !error.canRetry { return nil }
    }

    private static func upload(of key: StorageKey) -> String? {
        let parts = key.text.split(separator: "/")
        return parts.count > 2 ? String(parts[1]) : nil
    }

    private func record(_ id: String, owner: String, at now: Date) async throws -> UploadRecord? {
        guard let record = try await readRecord(id), record.owner == owner, record.expires > now.timeIntervalSince1970 else { return nil }
        return record
    }

    private func upload(_ record: UploadRecord) async throws -> Upload {
        Upload(id: record.id, partSize: record.partSize, size: record.size, parts: try await parts(record.id).keys.sorted())
    }

    /// Keys of the parts by number. If two versions were sent at once, the one with the later name counts for every process.
    private func parts(_ id: String) async throws -> [Int: StorageKey] {
        guard let folder = StorageKey("\(Self.folder)/\(id)") else { return [:] }
        var parts: [Int: StorageKey] = [:]
        for object in try await storage.list(below: folder) {
            guard let name = object.key.text.split(separator: "/").last, let number = UploadRecord.part(named: name) else { continue }
            parts[number] = object.key
        }
        return parts
    }

    private func records() async throws -> [UploadRecord] {
        guard let folder = StorageKey(Self.folder) else { return [] }
        var records: [UploadRecord] = []
        for object in try await storage.list(below: folder) where object.key.text.hasSuffix("/upload.json") {
            guard let id = Self.upload(of: object.key), let record = try await listedRecord(id) else { continue }
            records.append(record)
        }
        return records
    }
}
