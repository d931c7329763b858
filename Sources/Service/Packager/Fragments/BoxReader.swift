// SPDX-License-Identifier: Apache-2.0

/// Parses the boxes of an MP4 file in memory (ISO/IEC 14496-12, 4.2). Never reads beyond the given bytes.
struct BoxReader {
    struct Box {
        let kind: String
        /// Byte ranges of the box, and of its content after the header.
        let range: Range<Int>
        let payload: Range<Int>
    }

    let bytes: [UInt8]

    func number(_ offset: Int, _ count: Int) -> UInt64? {
        guard offset >= 0, offset + count <= bytes.count else { return nil }
        var value: UInt64 = 0
        for index in offset..<(offset + count) { value = value << 8 | UInt64(bytes[index]) }
        return value
    }

    func int32(_ offset: Int) -> Int? { number(offset, 4).map { Int(Int32(truncatingIfNeeded: $0)) } }
    func uint32(_ offset: Int) -> Int? { number(offset, 4).map { Int($0) } }

    func boxes(in range: Range<Int>) -> [Box] {
        var boxes: [Box] = []
        var offset = range.lowerBound
        while let box = box(at: offset, end: range.upperBound) {
            boxes.append(box)
            offset = box.range.upperBound
        }
        return boxes
    }

    private func box(at offset: Int, end: Int) -> Box? {
        guard offset + 8 <= end, let size = uint32(offset), let kind = kind(offset + 4) else { return nil }
        var head = 8
        var length = size
        if size == 1 {
            guard let long = number(offset + 8, 8), long <= UInt64(Int.max / 2) else { return nil }
            head = 16
            length = Int(long)
        } else if size == 0 {
            length = end - offset
        }
        guard length >= head, length <= end - offset else { return nil }
        return Box(kind: kind, range: offset..<(offset + length), payload: (offset + head)..<(offset + length))
    }

    private func kind(_ offset: Int) -> String? {
        guard offset + 4 <= bytes.count else { return nil }
        return String(decoding: bytes[offset..<(offset + 4)], as: UTF8.self)
    }

    /// The first box on a path such as `moof/traf`.
    func find(_ path: [String], in range: Range<Int>) -> Box? {
        guard let first = path.first, let box = boxes(in: range).first(where: { $0.kind == first }) else { return nil }
        return path.count == 1 ? box : find(Array(path.dropFirst()), in: box.payload)
    }
}
