// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxCodec

/// Reads a local media file for a demuxer.
final class FileDemuxerInput: DemuxerInput {
    private let descriptor: Int32
    private let position = Mutex(0)
    let length: Int?

    /// - Throws: A media ``Failure`` if the file cannot be opened.
    init(_ path: String) throws(Failure) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .media("cannot read \(TerminalText.line(path)): \(String(cString: strerror(errno)))")
        }
        var facts = stat()
        length = fstat(descriptor, &facts) == 0 ? Int(facts.st_size) : nil
    }

    deinit { close(descriptor) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(CodecError) -> Int {
        let result = position.withLock { position -> Int in
            let count = pread(descriptor, buffer.baseAddress, buffer.count, position)
            position += max(count, 0)
            return count
        }
        guard result >= 0 else { throw CodecError(.source, "reading the file failed") }
        return result
    }

    func seek(to offset: Int) -> Bool {
        guard let length, (0...length).contains(offset) else { return false }
        position.withLock { $0 = offset }
        return true
    }
}
