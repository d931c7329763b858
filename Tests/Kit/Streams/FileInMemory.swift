// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import WindowboxCodec

/// A seekable demuxer input in memory.
public final class FileInMemory: DemuxerInput {
    private let bytes: [UInt8]
    private let position = Mutex(0)

    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    public var length: Int? { bytes.count }

    public func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        position.withLock { position in
            let count = min(buffer.count, bytes.count - position)
            buffer.copyBytes(from: bytes[position..<position + count])
            position += count
            return count
        }
    }

    public func seek(to offset: Int) -> Bool {
        guard (0...bytes.count).contains(offset) else { return false }
        position.withLock { $0 = offset }
        return true
    }
}
