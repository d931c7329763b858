// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxPackager

/// The media of a snapshot, in the order of their keys: a line of digest, size, version and key for each. Stores can have millions, so it
/// is never in memory as a whole.
enum MediaList {
    struct Entry: Hashable, Sendable {
        var sha256: String
        /// In bytes.
        var size: Int64
        /// The version in the store, as ``StoredObject/tag``; a file is unchanged if size and version are.
        var tag: String
        var key: StorageKey

        var line: String { "\(sha256) \(size) \(tag) \(key)\n" }

        init(sha256: String, size: Int64, tag: String, key: StorageKey) {
            (self.sha256, self.size, self.key) = (sha256, size, key)
            // Stores choose their tags.
            self.tag = tag.isEmpty ? "-" : tag.replacing(/[^!-~]/, with: "_")
        }

        /// - Returns: nil if it isn't a line of a list.
        init?(line: some StringProtocol) {
            let parts = line.split(separator: " ", omittingEmptySubsequences: false)
            guard parts.count == 4, FileDigest.isWellFormed(parts[0]), let size = Int64(parts[1]), size >= 0,
                let key = StorageKey(String(parts[3]))
            else { return nil }
            (sha256, self.size, tag, self.key) = (String(parts[0]), size, String(parts[2]), key)
        }

        func isSame(as object: StoredObject) -> Bool {
            size == object.size && tag == Entry(sha256: sha256, size: size, tag: object.tag, key: key).tag
        }
    }

    /// Reads a list entry by entry.
    struct Reader {
        private let path: String
        private let handle: FileHandle?
        private var lines = ArraySlice<Substring>()
        private var rest = ""
        private var last: StorageKey?

        /// - Parameter file: nil for an empty list.
        /// - Throws: ``BackupError``.
        init(_ file: URL?) throws {
            path = file?.path ?? ""
            handle = try file.map { file in
                guard let handle = FileHandle(forReadingAtPath: file.path) else { throw BackupError.damaged(file.path, "it can't be read") }
                return handle
            }
        }

        /// - Throws: ``BackupError`` for a line that isn't one of a list, or is out of order.
        mutating func next() throws -> Entry? {
            while lines.isEmpty {
                guard let handle, let bytes = try handle.read(upToCount: 1 << 20), !bytes.isEmpty else {
                    try? handle?.close()
                    guard rest.isEmpty else { throw BackupError.damaged(path, "it ends in the middle of a line") }
                    return nil
                }
                var parts = (rest + String(decoding: bytes, as: UTF8.self)).split(separator: "\n", omittingEmptySubsequences: false)[...]
                rest = String(parts.popLast() ?? "")
                guard rest.utf8.count <= 1 << 12 else { throw BackupError.damaged(path, "a line is too long") }
                lines = parts
            }
            let line = lines.removeFirst()
            guard let entry = Entry(line: line), last.map({ $0 < entry.key }) ?? true else {
                throw BackupError.damaged(path, "the line \"\(line.prefix(200))\" can't be read")
            }
            last = entry.key
            return entry
        }
    }

    /// Writes a list.
    struct Writer {
        private let handle: FileHandle
        private var pending = ""
        private(set) var objects = 0
        private(set) var size: Int64 = 0

        init(_ file: URL) throws {
            guard FileManager.default.createFile(atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600]),
                let handle = FileHandle(forWritingAtPath: file.path)
            else { throw BackupError.system(file.path, errno) }
            self.handle = handle
        }

        mutating func add(_ entry: Entry) throws {
            objects += 1
            size += entry.size
            pending += entry.line
            if pending.utf8.count >= 1 << 16 { try flush() }
        }

        private mutating func flush() throws {
            try handle.write(contentsOf: Data(pending.utf8))
            pending = ""
        }

        mutating func end() throws {
            try flush()
            try handle.close()
        }
    }
}
