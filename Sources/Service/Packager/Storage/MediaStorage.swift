// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Where packages and uploads are kept: a folder, or a service that speaks S3.
public protocol MediaStorage: Sendable {
    /// Keeps something under a name, in place of what had it: whoever reads meanwhile gets the one or the other, and whole.
    /// - Parameter type: its media type.
    /// - Throws: ``StorageError``.
    func put(_ content: StorageContent, at key: StorageKey, type: String) async throws
    /// - Returns: nil when nothing has that name.
    func find(_ key: StorageKey) async throws -> StoredObject?
    /// Bytes of an object, as they come; nil when nothing has that name.
    /// - Parameter range: of the object's bytes, within its size; nil for all.
    func read(_ key: StorageKey, range: Range<Int64>?) async throws -> StorageBytes?
    /// Does nothing when nothing has that name.
    func delete(_ key: StorageKey) async throws
    /// Everything below a name, in the order of the names.
    func list(below prefix: StorageKey) async throws -> [StoredObject]
}

public enum StorageContent: Sendable {
    case bytes([UInt8])
    /// A file, which stays where it is.
    case file(URL)
}

/// What a store tells of an object.
public struct StoredObject: Hashable, Sendable {
    public var key: StorageKey
    /// Bytes.
    public var size: Int64
    /// Changes with the content, without quotation marks.
    public var tag: String
    public var modified: Date

    public init(key: StorageKey, size: Int64, tag: String, modified: Date) {
        self.key = key
        self.size = size
        self.tag = tag
        self.modified = modified
    }
}

/// Pieces of an object; the next one is only fetched once it is asked for.
public typealias StorageBytes = AsyncThrowingStream<[UInt8], any Error>

extension MediaStorage {
    /// All bytes of a small object; nil when nothing has that name.
    /// - Throws: ``StorageError`` when it has more than `limit` bytes.
    public func bytes(of key: StorageKey, limit: Int = 16 << 20) async throws -> [UInt8]? {
        guard let pieces = try await read(key, range: nil) else { return nil }
        var bytes: [UInt8] = []
        for try await piece in pieces {
            bytes += piece
            if bytes.count > limit { throw StorageError.tooLarge(key, limit) }
        }
        return bytes
    }

    /// Deletes everything below a name.
    public func deleteAll(below prefix: StorageKey) async throws {
        for object in try await list(below: prefix) { try await delete(object.key) }
    }

    /// Writes an object into a new file.
    /// - Throws: ``StorageError``, also when nothing has that name.
    public func write(_ key: StorageKey, to file: URL) async throws {
        guard FileManager.default.createFile(atPath: file.path, contents: nil) else { throw StorageError.system(errno, at: file.path) }
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        guard try await copy(key, to: handle) != nil else { throw StorageError.failed(key.text, "it isn't there") }
    }

    /// Copies an object to the end of a file that is open for writing.
    /// - Returns: bytes copied; nil when nothing has that name.
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
