// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Stores objects as files in a folder.
public struct DiskStorage: MediaStorage {
    /// The real path, without a trailing slash.
    let root: String

    /// Creates the folder if it doesn't exist.
    /// - Throws: ``StorageError``.
    public init(folder: URL) throws {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: Self.folderMode])
        } catch { throw StorageError.disk(error, at: folder.path) }
        guard let real = realpath(folder.path, nil) else { throw StorageError.system(errno, at: folder.path) }
        defer { free(real) }
        root = String(cString: real)
    }

    /// The path of an object's file, whether or not it exists, for servers that read files directly.
    public func path(of key: StorageKey) -> String { "\(root)/\(key.text)" }

    public func put(_ content: StorageContent, at key: StorageKey, type: String) async throws {
        let destination = path(of: key)
        try makeFolder(of: key)
        // Names that begin with a dot are not objects, so leftovers of a killed process are never mistaken for one.
        let draft = "\(root)/\(Self.drafts)/\(UUID().uuidString)"
        do {
            try Self.write(content, to: draft, key: key)
            guard rename(draft, destination) == 0 else { throw StorageError.system(errno, at: key.text) }
        } catch {
            unlink(draft)
            throw error is CancellationError ? error : StorageError.disk(error, at: key.text)
        }
        Self.synchronize((destination as NSString).deletingLastPathComponent)
    }

    private static let drafts = ".drafts"
    /// Not readable by every account on this machine.
    private static let folderMode = 0o750
    private static let fileMode: mode_t = 0o640

    private func makeFolder(of key: StorageKey) throws {
        for folder in ["\(root)/\(Self.drafts)", (path(of: key) as NSString).deletingLastPathComponent] {
            do {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: Self.folderMode])
            } catch { throw StorageError.disk(error, at: key.text) }
        }
        // A symbolic link in the folder might lead elsewhere.
        guard let real = realpath((path(of: key) as NSString).deletingLastPathComponent, nil) else {
            throw StorageError.system(errno, at: key.text)
        }
        defer { free(real) }
        guard (String(cString: real) + "/").hasPrefix(root + "/") else {
            throw StorageError.refused(key.text, "a link leads out of the folder")
        }
    }

    /// Writes and synchronises the file before it gets its name.
    private static func write(_ content: StorageContent, to path: String, key: StorageKey) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, fileMode)
        guard file >= 0 else { throw StorageError.system(errno, at: key.text) }
        defer { close(file) }
        func put(_ bytes: UnsafeRawBufferPointer) throws {
            var rest = bytes
            while !rest.isEmpty {
                let count = Glibc.write(file, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw StorageError.system(errno, at: key.text) }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
        switch content {
        case .bytes(let bytes): try bytes.withUnsafeBytes { try put($0) }
        case .file(let source):
            let handle = try FileHandle(forReadingFrom: source)
            defer { try? handle.close() }
            while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty {
                try Task.checkCancellation()
                try piece.withUnsafeBytes { try put($0) }
            }
        }
        guard fsync(file) == 0 else { throw StorageError.system(errno, at: key.text) }
    }

    /// Without this, a power failure could lose the name although the file is on disk.
    private static func synchronize(_ folder: String) {
        let handle = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard handle >= 0 else { return }
        fsync(handle)
        close(handle)
    }

    public func find(_ key: StorageKey) async throws -> StoredObject? { object(key) }

    private func object(_ key: StorageKey) -> StoredObject? {
        var facts = stat()
        guard lstat(path(of: key), &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        return object(key, facts)
    }

    func object(_ key: StorageKey, _ facts: stat) -> StoredObject {
        let time = facts.st_mtim
        let tag = [Int64(facts.st_size), Int64(time.tv_sec), Int64(time.tv_nsec)].map { String($0, radix: 16) }.joined(separator: "-")
        let date = Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
        return StoredObject(key: key, size: Int64(facts.st_size), tag: tag, modified: date)
    }

    public func read(_ key: StorageKey, range: Range<Int64>?) async throws -> StorageBytes? {
        guard let object = object(key) else { return nil }
        let range = (range ?? 0..<object.size).clamped(to: 0..<object.size)
        let file: FileHandle
        do {
            file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path(of: key)))
            try file.seek(toOffset: UInt64(range.lowerBound))
        } catch { throw StorageError.disk(error, at: key.text) }
        let reader = FilePieces(file: file, left: range.upperBound - range.lowerBound, key: key)
        return StorageBytes { try await reader.next() }
    }

    public func delete(_ key: StorageKey) async throws {
        guard unlink(path(of: key)) == 0 || errno == ENOENT || errno == ENOTDIR else { throw StorageError.system(errno, at: key.text) }
        // Deletes folders that have become empty.
        var folder = (path(of: key) as NSString).deletingLastPathComponent
        while folder.count > root.count, rmdir(folder) == 0 { folder = (folder as NSString).deletingLastPathComponent }
    }

    public func list(below prefix: StorageKey) async throws -> [StoredObject] {
        let start = path(of: prefix)
        guard let names = FileManager.default.enumerator(atPath: start) else { return [] }
        var objects: [StoredObject] = []
        while let name = names.nextObject() as? String {
            if let key = prefix.appending(name), let object = object(key) { objects.append(object) }
        }
        return objects.sorted { $0.key < $1.key }
    }
}

/// Reads a file in chunks.
private actor FilePieces {
    private let file: FileHandle
    private var left: Int64
    private let key: StorageKey

    init(file: FileHandle, left: Int64, key: StorageKey) {
        self.file = file
        self.left = left
        self.key = key
    }

    deinit { try? file.close() }

    func next() throws -> [UInt8]? {
        guard left > 0 else { return nil }
        do {
            guard let piece = try file.read(upToCount: Int(min(left, 256 << 10))), !piece.isEmpty else {
                throw StorageError.failed(key.text, "the file ends early")
            }
            left -= Int64(piece.count)
            return Array(piece)
        } catch { throw StorageError.disk(error, at: key.text) }
    }
}
