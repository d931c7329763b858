// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Reads a local file for a demuxer.
package final class LocalFileInput: DemuxerInput {
    private let descriptor: Int32
    private let size: Int
    package let fileExtension: String?
    private let position = Mutex(0)

    /// - Throws: ``CodecError/Code/source`` if the file can't be opened or isn't a regular file: reading from a pipe would take data from its
    ///   reader. The description is the cause alone, so that the caller can put the file's name before it.
    package init(path: String) throws(CodecError) {
        // Opening a pipe would otherwise wait for its writer.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw CodecError(.source, String(cString: strerror(errno))) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw CodecError(.source, "it is not a regular file")
        }
        size = Int(facts.st_size)
        fileExtension = FileExtension.of(path)
    }

    deinit { close(descriptor) }

    package var length: Int? { size }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(CodecError) -> Int {
        let count = position.withLock { position in
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(position))
            position += max(count, 0)
            return count
        }
        guard count >= 0 else { throw CodecError(.source, "reading the file failed: \(String(cString: strerror(errno)))") }
        return count
    }

    package func seek(to offset: Int) -> Bool {
        guard (0...size).contains(offset) else { return false }
        position.withLock { $0 = offset }
        return true
    }
}
