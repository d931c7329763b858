// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A store for packages and uploads: a folder or an S3 bucket.
public protocol MediaStorage: Sendable {
    /// Stores an object, replacing any existing one. Concurrent readers get either the old or the new one, complete.
    /// - Parameter type: its media type.
    /// - Throws: ``StorageError``.
    func put(_ content: StorageContent, at key: StorageKey, type: String) async throws
    /// - Returns: nil if there is no such object.
    func find(_ key: StorageKey) async throws -> StoredObject?
    /// Reads an object in chunks; nil if there is no such object.
    /// - Parameter range: a byte range within its size; nil for all.
    func read(_ key: StorageKey, range: Range<Int64>?) async throws -> StorageBytes?
    /// Does nothing if there is no such object.
    func delete(_ key: StorageKey) async throws
    /// All objects below a prefix, in the order of their names.
    func list(below prefix: StorageKey) async throws -> [StoredObject]
}

public enum StorageContent: Sendable {
    case bytes([UInt8])
    /// A file, which is copied.
    case file(URL)
}

/// An object's metadata.
public struct StoredObject: Hashable, Sendable {
    public var key: StorageKey
    /// In bytes.
    public var size: Int64
    /// Changes with the content; without quotation marks.
    public var tag: String
    public var modified: Date

    public init(key: StorageKey, size: Int64, tag: String, modified: Date) {
        self.key = key
        self.size = size
        self.tag = tag
        self.modified = modified
    }
}

/// An object's content in chunks; each is fetched on demand.
public typealias StorageBytes = AsyncThrowingStream<[UInt8], any Error>

extension MediaStorage {
    /// The content of a small object; nil if there is no such object.
    /// - Throws: ``StorageError`` if it has more than `limit` bytes.
    public func bytes(of key: StorageKey, limit: Int = 16 << 20) async throws -> [UInt8]? {
        guard let pieces = try await read(key, range: nil) else { return nil }
        var bytes: [UInt8] = []
        for try await piece in pieces {
            bytes += piece
            if bytes.count > limit { throw StorageError.tooLarge(key, limit) }
        }
        return bytes
    }

    /// Deletes all objects below a prefix.
    public func deleteAll(below prefix: StorageKey) async throws {
        for object in try await list(below: prefix) { try await delete(object.key) }
    }

    /// Writes an object into a new file.
    /// - Throws: ``StorageError``, also if there is no such object.
    public func write(_ key: StorageKey, to file: URL) async throws {
        guard FileManager.default.createFile(atPath: file.path, contents: nil) else { throw StorageError.system(errno, at: file.path) }
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        guard try await copy(key, to: handle) != nil else { throw StorageError.failed(key.text, "it isn't there") }
    }

    /// Appends an object's content to a file that is open for writing.
    /// - Returns: the number of bytes copied; nil if there is no such object.
    func copy(_ key: StorageKey, to file: FileHandle) async throws -> Int64? {
        guard let pieces = try await read(key, range: nil) else { return nil }
        var count: Int64 = 0
        for try await piece in pieces {
            do { try file.write(contentsOf: Data(piece)) } catch { throw StorageError.disk(error, at: key.text) }
            count += Int64(piece.count)
        }
        return count
    }
}
