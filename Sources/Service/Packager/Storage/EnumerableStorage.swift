// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A store that lists everything in it, however much that is.
public protocol EnumerableStorage: MediaStorage {
    /// All objects in the order of their keys' bytes, read on demand. What is added or deleted meanwhile may be in it or not.
    func objects() -> AsyncThrowingStream<StoredObject, any Error>
}

extension DiskStorage: EnumerableStorage {
    public func objects() -> AsyncThrowingStream<StoredObject, any Error> {
        let walk = FolderWalk(root)
        return AsyncThrowingStream {
            while let entry = try await walk.next() {
                if let key = StorageKey(entry.name) { return object(key, entry.facts) }
            }
            return nil
        }
    }

    /// Paths of files that are served, although no object can have such a name.
    /// - Parameter limit: the maximum number returned.
    public func unnamed(limit: Int) async throws -> [String] {
        let walk = FolderWalk(root)
        var names: [String] = []
        while names.count < limit, let entry = try await walk.next() { if StorageKey(entry.name) == nil { names.append(entry.name) } }
        return names
    }
}

/// Walks through a folder's regular files in the order of their paths. Names that begin with a dot, and links, are left out.
private actor FolderWalk {
    struct Entry: Sendable {
        /// Relative to the folder.
        let name: String
        let facts: stat
        /// A folder's path counts with the slash behind it.
        let sortKey: String
    }

    private let root: String
    /// The last is the next.
    private var pending: [Entry] = []
    private var hasBegun = false

    init(_ root: String) { self.root = root }

    func next() throws -> Entry? {
        if !hasBegun {
            pending = try entries(of: "")
            hasBegun = true
        }
        while let entry = pending.popLast() {
            guard entry.facts.st_mode & S_IFMT == S_IFDIR else { return entry }
            pending += try entries(of: entry.name + "/")
        }
        return nil
    }

    private func entries(of folder: String) throws -> [Entry] {
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)") } catch {
            // A folder that has become empty is deleted.
            if !folder.isEmpty, access("\(root)/\(folder)", F_OK) != 0 { return [] }
            throw StorageError.disk(error, at: folder.isEmpty ? root : folder)
        }
        return names.compactMap { name -> Entry? in
            var facts = stat()
            guard !name.hasPrefix("."), lstat("\(root)/\(folder)\(name)", &facts) == 0 else { return nil }
            switch facts.st_mode & S_IFMT {
            case S_IFREG: return Entry(name: folder + name, facts: facts, sortKey: name)
            case S_IFDIR: return Entry(name: folder + name, facts: facts, sortKey: name + "/")
            default: return nil
            }
        }.sorted { $1.sortKey.utf8.lexicographicallyPrecedes($0.sortKey.utf8) }
    }
}

extension S3Storage: EnumerableStorage {
    public func objects() -> AsyncThrowingStream<StoredObject, any Error> {
        let walk = PageWalk(self)
        return AsyncThrowingStream { try await walk.next() }
    }
}

private actor PageWalk {
    private let storage: S3Storage
    private var pages = S3Storage.Pages()
    private var objects: ArraySlice<StoredObject> = []

    init(_ storage: S3Storage) { self.storage = storage }

    func next() async throws -> StoredObject? {
        while objects.isEmpty {
            var pages = pages
            guard let page = try await storage.next(&pages) else { return nil }
            (self.pages, objects) = (pages, page[...])
        }
        return objects.popFirst()
    }
}
