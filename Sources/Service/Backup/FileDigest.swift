// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// SHA-256 of files, in hexadecimal.
enum FileDigest {
    static func text(of data: some DataProtocol) -> String { text(SHA256.hash(data: data)) }

    static func text(_ digest: SHA256.Digest) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    static func isWellFormed(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// The size and digest of a file, while its content is passed on.
    /// - Throws: ``BackupError`` if it can't be read, or what `take` throws.
    static func read(_ path: String, _ take: (Data) throws -> Void = { _ in }) throws -> (size: Int64, sha256: String) {
        guard let handle = FileHandle(forReadingAtPath: path) else { throw BackupError.system(path, errno) }
        defer { try? handle.close() }
        var hash = SHA256()
        var size: Int64 = 0
        while true {
            try Task.checkCancellation()
            let bytes: Data?
            do { bytes = try handle.read(upToCount: 1 << 20) } catch { throw BackupError.failed(path, error.localizedDescription) }
            guard let bytes, !bytes.isEmpty else { return (size, text(hash.finalize())) }
            hash.update(data: bytes)
            size += Int64(bytes.count)
            try take(bytes)
        }
    }
}

extension BackupManifest.File {
    /// Describes a file of a snapshot.
    init(_ name: String, in folder: URL) throws {
        let path = folder.appending(path: name).path
        var facts = stat()
        guard stat(path, &facts) == 0 else { throw BackupError.system(path, errno) }
        let (size, sha256) = try FileDigest.read(path)
        self.init(name: name, size: size, sha256: sha256, mode: UInt16(facts.st_mode & 0o7777))
    }

    /// - Throws: ``BackupError`` if the file in a snapshot has changed since the backup.
    func check(in folder: URL, _ take: (Data) throws -> Void = { _ in }) throws {
        let path = folder.appending(path: name).path
        guard access(path, F_OK) == 0 else { throw BackupError.damaged(path, "it is missing") }
        let found = try FileDigest.read(path, take)
        guard found.size == size else { throw BackupError.damaged(path, "it has \(found.size) bytes instead of \(size)") }
        guard found.sha256 == sha256 else { throw BackupError.damaged(path, "its checksum is wrong") }
    }
}
