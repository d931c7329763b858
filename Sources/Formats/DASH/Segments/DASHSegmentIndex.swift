// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// The consecutive segments of a file, from its own index.
package struct DASHSegmentIndex: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        /// Seconds on the media's clock.
        var start: Double
        /// In seconds.
        var duration: Double
        var range: ByteRange
    }

    static let maxSegments = 100_000
    var entries: [Entry] = []
    /// Where the index begins in the file.
    private(set) var offset = 0

    package init() {}

    init(offset: Int) { self.offset = offset }

    /// Reads the `sidx` boxes in a part of a file (ISO/IEC 14496-12, 8.16.3), including nested ones.
    /// - Parameter offset: the offset of the first byte in the file.
    package static func read(_ bytes: [UInt8], at offset: Int) throws(DASHError) -> DASHSegmentIndex {
        var start = 0
        while let box = Box(bytes, at: start), box.name != "sidx" { start = box.end }
        guard let box = Box(bytes, at: start), box.name == "sidx" else {
            throw fault("there is neither a sidx box nor a Cues element where @indexRange points to")
        }
        var index = DASHSegmentIndex(offset: sum(offset, start) ?? offset)
        try index.read(bytes, box, offset: offset, depth: 0)
        guard !index.entries.isEmpty else { throw fault("the sidx box lists no segment") }
        return index
    }

    private static func fault(_ message: String) -> DASHError {
        DASHError(.index, message: message, remedy: "give the bytes of the file's segment index in @indexRange")
    }

    private mutating func read(_ bytes: [UInt8], _ box: Box, offset: Int, depth: Int) throws(DASHError) {
        var reader = Reader(bytes: bytes, offset: box.body, end: box.end)
        guard depth < 8, let head = reader.number(4), reader.number(4) != nil, let timescale = reader.number(4), timescale > 0,
            let earliest = reader.number(head >> 24 == 0 ? 4 : 8), let first = reader.number(head >> 24 == 0 ? 4 : 8),
            let count = reader.number(4).map({ $0 & 0xFFFF })
        else { throw Self.fault("the sidx box can't be read") }
        var time = Double(earliest) / Double(timescale)
        guard var start = Int(exactly: first).flatMap({ Self.sum(offset + box.end, $0) }) else {
            throw Self.fault("the sidx box points beyond any file")
        }
        for _ in 0..<count {
            guard let sized = reader.number(4), let length = reader.number(4), reader.number(4) != nil else {
                throw Self.fault("the sidx box ends within its list of segments")
            }
            let size = Int(sized & 0x7FFF_FFFF)
            let duration = Double(length) / Double(timescale)
            guard let end = Self.sum(start, size) else { throw Self.fault("the sidx box points beyond any file") }
            if sized >> 31 == 1 {
                // A nested index, which must be among the bytes read.
                guard start >= offset, let inner = Box(bytes, at: start - offset), inner.name == "sidx" else {
                    throw DASHError(
                        .unsupported, message: "the segment index refers to another one that lies outside of @indexRange",
                        remedy: "put all sidx boxes into one @indexRange")
                }
                try read(bytes, inner, offset: offset, depth: depth + 1)
            } else if size > 0 {
                guard entries.count < Self.maxSegments else {
                    throw DASHError(
                        .limit, message: "the segment index lists more than \(Self.maxSegments) segments", remedy: "use longer segments")
                }
                entries.append(Entry(start: time, duration: duration, range: ByteRange(length: size, offset: start)))
            }
            start = end
            time += duration
        }
    }

    static func sum(_ left: Int, _ right: Int) -> Int? {
        let (sum, isBeyond) = left.addingReportingOverflow(right)
        return isBeyond ? nil : sum
    }

    /// What an initialization section would have: the bytes before the index and the media; nil if there are none.
    var header: ByteRange? {
        guard let first = entries.first else { return nil }
        let end = min(offset, first.range.offset)
        return end > 0 ? ByteRange(length: end, offset: 0) : nil
    }

    private struct Box {
        var name: String
        var body: Int
        var end: Int

        init?(_ bytes: [UInt8], at offset: Int) {
            var reader = Reader(bytes: bytes, offset: offset, end: bytes.count)
            guard let small = reader.number(4), let name = reader.number(4) else { return nil }
            var size = small
            if small == 1 {
                guard let large = reader.number(8) else { return nil }
                size = large
            }
            body = reader.offset
            guard let size = Int(exactly: size), size >= body - offset, size <= bytes.count - offset else { return nil }
            end = offset + size
            self.name = String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: name >> (24 - 8 * UInt64($0))) }, as: UTF8.self)
        }
    }

    struct Reader {
        let bytes: [UInt8]
        var offset: Int
        let end: Int

        mutating func number(_ count: Int) -> UInt64? {
            guard offset >= 0, offset <= end - count else { return nil }
            defer { offset += count }
            return bytes[offset..<offset + count].reduce(0) { $0 << 8 | UInt64($1) }
        }
    }
}
