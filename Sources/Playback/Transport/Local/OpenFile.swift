// SPDX-License-Identifier: Apache-2.0

import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A regular file open for reading. It is closed with its last reference, so that no read can use a recycled descriptor.
final class OpenFile: Sendable {
    private let descriptor: CInt
    let length: Int
    /// Serial queues block independently of each other: a file on an unreachable server delays only itself.
    let queue = DispatchQueue(label: "windowbox.file")

    private init(descriptor: CInt, length: Int) {
        self.descriptor = descriptor
        self.length = length
    }

    deinit { close(descriptor) }

    static func open(_ path: [UInt8], url: String) -> Result<OpenFile, TransportError> {
        // O_NONBLOCK keeps the open of a pipe from waiting for a writer; it has no effect on regular files.
        let descriptor = systemOpen(path)
        guard descriptor >= 0 else { return .failure(failure(errno, url: url)) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return .failure(TransportError(.unreadable, url: url, message: Self.refusal(of: facts)))
        }
        return .success(OpenFile(descriptor: descriptor, length: Int(facts.st_size)))
    }

    private static func refusal(of facts: stat) -> String {
        facts.st_mode & S_IFMT == S_IFDIR
            ? "This is a folder. Give the path of a file in it." : "This is a pipe or a device, not a file."
    }

    /// Reads up to `count` bytes; fewer at the end of the file.
    func read(at offset: Int, count: Int, url: String) -> Result<ByteChunk, TransportError> {
        let bytes = ByteStorage(capacity: count)
        var got: Int
        repeat { got = pread(descriptor, bytes.space(from: 0).baseAddress, count, off_t(offset)) } while got < 0 && errno == EINTR
        return got < 0 ? .failure(Self.failure(errno, url: url)) : .success(ByteChunk(bytes, 0..<got))
    }

    private static func failure(_ code: CInt, url: String) -> TransportError {
        let isMissing = code == ENOENT || code == ENOTDIR
        return TransportError(
            isMissing ? .notFound : .unreadable, url: url,
            message: isMissing ? "The file doesn't exist." : "The file cannot be read: \(String(cString: strerror(code))).")
    }
}

private func systemOpen(_ path: [UInt8]) -> CInt { open(path.map { CChar(bitPattern: $0) } + [0], O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
