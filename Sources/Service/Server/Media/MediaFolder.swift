// SPDX-License-Identifier: Apache-2.0

import Glibc
import NIOCore
import NIOPosix

/// A media folder on the local disk. Files outside it are never opened, even through symbolic links.
public struct MediaFolder: MediaStore {
    /// The real path, with a trailing slash.
    private let root: String

    /// Nil if the folder doesn't exist.
    public init?(_ path: String) {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        let text = String(cString: real)
        root = text.hasSuffix("/") ? text : text + "/"
    }

    public func open(_ key: String) async throws -> (any MediaFile)? {
        let root = root
        return try await NIOThreadPool.singleton.runIfActive { FolderFile(root: root, key: key) }
    }
}

/// An open file. Reads run on threads that may block.
private final class FolderFile: MediaFile {
    let length: Int
    let version: String
    private let descriptor: Int32
    /// Bytes per read: large enough for a disk, small enough for the memory that a slow client occupies.
    private static let piece = 1 << 18

    init?(root: String, key: String) {
        guard let real = realpath(root + key, nil) else { return nil }
        defer { free(real) }
        guard strncmp(real, root, root.utf8.count) == 0 else { return nil }
        let descriptor = Glibc.open(real, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            Glibc.close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        length = Int(facts.st_size)
        let parts = [Int(facts.st_size), facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec, Int(facts.st_ino)]
        version = parts.map { String($0, radix: 36) }.joined(separator: "-")
    }

    deinit { Glibc.close(descriptor) }

    func read(_ range: Range<Int>) async throws -> ByteBuffer {
        try await NIOThreadPool.singleton.runIfActive { [self] in
            var buffer = ByteBufferAllocator().buffer(capacity: min(range.count, Self.piece))
            let count = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: 1) { bytes in
                max(0, pread(descriptor, bytes.baseAddress, min(bytes.count, range.count), off_t(range.lowerBound)))
            }
            guard count > 0 || range.isEmpty else { throw MediaFault(what: "a file got shorter while it was sent") }
            return buffer
        }
    }
}

/// A media file can't be read.
struct MediaFault: Error, Hashable, Sendable { let what: String }
