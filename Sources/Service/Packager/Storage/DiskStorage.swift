// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Objects as files below a folder.
public struct DiskStorage: MediaStorage {
    /// The real path, without a slash at its end.
    private let root: String

    /// Makes the folder if it isn't there.
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

    /// Where an object's file is, or would be: for those who serve files themselves.
    public func path(of key: StorageKey) -> String { "\(root)/\(key.text)" }

    public func put(_ content: StorageContent, at key: StorageKey, type: String) async throws {
        let place = path(of: key)
        try makeFolder(of: key)
        // Names that begin with a dot are no objects: what a killed process left there is never taken for one.
        let draft = "\(root)/\(Self.drafts)/\(UUID().uuidString)"
        do {
            try Self.write(content, to: draft, key: key)
            guard rename(draft, place) == 0 else { throw StorageError.system(errno, at: key.text) }
        } catch {
            unlink(draft)
            throw error is CancellationError ? error : StorageError.disk(error, at: key.text)
        }
        Self.synchronize((place as NSString).deletingLastPathComponent)
    }

    private static let drafts = ".drafts"
    /// What lies here is for those who get an address of it, not for everybody who has an account on this machine.
    private static let folderMode = 0o750
    private static let fileMode: mode_t = 0o640

    private func makeFolder(of key: StorageKey) throws {
        for folder in ["\(root)/\(Self.drafts)", (path(of: key) as NSString).deletingLastPathComponent] {
            do {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: Self.folderMode])
            } catch { throw StorageError.disk(error, at: key.text) }
        }
        // A link in the folder that somebody else made might lead elsewhere.
        guard let real = realpath((path(of: key) as NSString).deletingLastPathComponent, nil) else {
            throw StorageError.system(errno, at: key.text)
        }
        defer { free(real) }
        guard (String(cString: real) + "/").hasPrefix(root + "/") else {
            throw StorageError.refused(key.text, "a link leads out of the folder")
        }
    }

    /// On the disk, and not only on its way there, before it gets its name.
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

    /// The name is lost with the power when only the file is on the disk.
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
        // Empty folders go with their last file; one that isn't empty stays by itself.
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

/// A file read piece by piece.
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
