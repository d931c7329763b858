// SPDX-License-Identifier: Apache-2.0

import NIOCore
public import WindowboxPackager

/// Media in the packager's storage, such as an S3 bucket.
public struct StoredMedia: MediaStore {
    private let storage: any MediaStorage

    public init(_ storage: any MediaStorage) { self.storage = storage }

    public func open(_ key: String) async throws -> (any MediaFile)? {
        guard let key = StorageKey(key), let object = try await storage.find(key) else { return nil }
        return StoredFile(storage, object)
    }

    public func address(of key: String, seconds: Int) -> String? {
        guard let bucket = storage as? S3Storage, let key = StorageKey(key) else { return nil }
        return bucket.address(of: key, for: seconds)
    }
}

/// A stored object. Sequential reads continue the same response of the store.
private actor StoredFile: MediaFile {
    nonisolated let length: Int
    nonisolated let version: String
    private let storage: any MediaStorage
    private let key: StorageKey
    private var pieces: StorageBytes.AsyncIterator?
    /// Where the next chunk begins.
    private var position = 0

    init(_ storage: any MediaStorage, _ object: StoredObject) {
        self.storage = storage
        key = object.key
        length = Int(object.size)
        version = object.tag
    }

    func read(_ range: Range<Int>) async throws -> ByteBuffer {
        guard !range.isEmpty else { return ByteBuffer() }
        if pieces == nil || position != range.lowerBound {
            let span = Int64(range.lowerBound)..<Int64(range.upperBound)
            guard let bytes = try await storage.read(key, range: span) else {
                throw MediaFault(what: "an object was deleted while it was sent")
            }
            pieces = bytes.makeAsyncIterator()
            position = range.lowerBound
        }
        var reading = pieces
        defer { pieces = reading }
        guard let piece = try await reading?.next(isolation: self), !piece.isEmpty else {
            throw MediaFault(what: "an object got shorter while it was sent")
        }
        position += piece.count
        return ByteBuffer(bytes: piece.prefix(range.count))
    }
}
