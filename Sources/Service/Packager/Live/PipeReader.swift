// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The reading end of a named pipe as an asynchronous stream.
///
/// It also holds a writing end, so that the pipe doesn't end before the other program has opened it,
/// and closes that when the program has ended.
final class PipeReader: Sendable {
    let pieces: AsyncThrowingStream<[UInt8], any Error>
    private let writer: Mutex<Int32>

    init(path: String) throws {
        let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard reader >= 0 else { throw StorageError.system(errno, at: path) }
        let writer = open(path, O_WRONLY | O_CLOEXEC)
        guard writer >= 0 else {
            close(reader)
            throw StorageError.system(errno, at: path)
        }
        self.writer = Mutex(writer)
        // Opened without waiting for the other side; from now on reads block.
        _ = fcntl(reader, F_SETFL, fcntl(reader, F_GETFL) & ~O_NONBLOCK)
        let (pieces, feed) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        self.pieces = pieces
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
            while true {
                let count = read(reader, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { break }
                feed.yield(Array(buffer[..<count]))
            }
            close(reader)
            feed.finish()
        }
    }

    deinit { writerEnded() }

    /// Delivers what is still in the pipe, and then ends.
    func writerEnded() {
        writer.withLock { writer in
            guard writer >= 0 else { return }
            close(writer)
            writer = -1
        }
    }
}
