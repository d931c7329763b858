// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

// The index of a file whose manifest does not say where it is.
extension DASHSegmentIndex {
    /// The location of the index, as far as the start of an MP4 file reveals it.
    package enum Search {
        case found(DASHSegmentIndex)
        /// The file has no index before its media.
        case missing
        /// The index may begin at this offset in the file; the bytes end before.
        case beyond(Int)
    }

    /// Looks for the first `sidx` box before the media.
    /// - Parameters:
    ///   - bytes: begin with a box.
    ///   - offset: the offset of the first byte in the file.
    package static func search(_ bytes: [UInt8], at offset: Int) -> Search {
        var start = 0
        while true {
            var reader = Reader(bytes: bytes, offset: start, end: bytes.count)
            guard let small = reader.number(4), let name = reader.number(4) else { return next(start, offset) }
            var size = Int(small)
            if small == 1 {
                guard let large = reader.number(8) else { return next(start, offset) }
                size = Int(clamping: large)
            }
            let isIndex = name == 0x7369_6478
            // Neither a box up to the end of the file nor media can come before the index.
            guard size >= reader.offset - start, name != 0x6D6F_6F66, name != 0x6D64_6174 else { return .missing }
            guard let end = sum(start, size), sum(offset, end) != nil else { return .missing }
            if isIndex {
                guard end <= bytes.count else { return next(start, offset) }
                return (try? read(Array(bytes[start...]), at: offset + start)).map { .found($0) } ?? .missing
            }
            guard end < bytes.count else { return next(end, offset) }
            start = end
        }
    }

    private static func next(_ start: Int, _ offset: Int) -> Search { sum(offset, start).map { .beyond($0) } ?? .missing }
}
