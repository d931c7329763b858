// SPDX-License-Identifier: Apache-2.0

/// A source whose first bytes were read in advance, or replaced.
final class PrefixedInput: DemuxerInput {
    private let rest: any DemuxerInput
    private let head: Monitor<(bytes: [UInt8], offset: Int)>

    init(head: [UInt8], rest: any DemuxerInput) {
        self.rest = rest
        self.head = Monitor((head, 0))
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(CodecError) -> Int {
        let count = head.change { head in
            let count = min(buffer.count, head.bytes.count - head.offset)
            if count > 0 { buffer.copyBytes(from: head.bytes[head.offset..<head.offset + count]) }
            head.offset += count
            return count
        }
        return count > 0 ? count : try rest.read(into: buffer)
    }
}

extension DemuxerInput {
    /// Reads exactly `count` bytes, or fewer at the end.
    func readAll(_ count: Int) throws(CodecError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var have = 0
        while have < count {
            var result: Result<Int, CodecError> = .success(0)
            bytes.withUnsafeMutableBytes { buffer in
                do throws(CodecError) {
                    result = .success(try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[have...])))
                } catch { result = .failure(error) }
            }
            let added = try result.get()
            if added == 0 { break }
            have += added
        }
        bytes.removeLast(count - have)
        return bytes
    }
}
