// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

// The index of a WebM file: its Cues element (RFC 9559, section 5.1.5) names the clusters.
extension DASHSegmentIndex {
    /// The number of bytes at the start of a file that suffices to read its cues.
    package static let longestHeader = 1 << 16

    package static func isCues(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1C, 0x53, 0xBB, 0x6B]) }

    /// Reads the cues of a WebM file. Each segment lasts from one cue to the next.
    /// - Parameters:
    /// - bytes: start with the Cues element.
    /// - offset: the offset of the first byte in the file.
    ///   - header: the file's first bytes, up to its first cluster or ``longestHeader``.
    package static func readCues(_ bytes: [UInt8], at offset: Int, header: [UInt8]) throws(DASHError) -> DASHSegmentIndex {
        let fileHeader = try Header(header)
        guard let cues = Element(bytes, at: 0), cues.id == ID.cues, cues.end != nil else { throw cueFault("the Cues element is cut off") }
        var points: [(time: Double, offset: Int)] = []
        for point in cues.children(bytes) where point.id == ID.cuePoint {
            guard points.count < maxSegments else {
                throw DASHError(.limit, message: "the Cues element lists more than \(maxSegments) clusters", remedy: "use longer clusters")
            }
            let children = point.children(bytes)
            guard let time = children.first(where: { $0.id == ID.cueTime })?.number(bytes),
                let positions = children.first(where: { $0.id == ID.cueTrackPositions }),
                let position = positions.children(bytes).first(where: { $0.id == ID.cueClusterPosition })?.number(bytes),
                let offset = Int(exactly: position).flatMap({ sum(fileHeader.start, $0) })
            else { throw cueFault("a cue has no time or no place") }
            if let last = points.last, offset <= last.offset { continue }
            points.append((Double(time) * fileHeader.tick, offset))
        }
        guard let last = points.last else { throw cueFault("the Cues element lists no cluster") }
        // The Cues element may come after the clusters.
        guard let end = offset > last.offset ? offset : fileHeader.end, end > last.offset else {
            throw cueFault("the length of the last cluster is unknown")
        }
        var index = DASHSegmentIndex(offset: offset)
        for (number, point) in points.enumerated() {
            let next = number + 1 < points.count ? points[number + 1] : (time: fileHeader.duration ?? point.time, offset: end)
            index.entries.append(
                Entry(
                    start: point.time, duration: max(next.time - point.time, 0),
                    range: ByteRange(length: next.offset - point.offset, offset: point.offset)))
        }
        return index
    }

    private static func cueFault(_ message: String) -> DASHError {
        DASHError(.index, message: message, remedy: "remux the WebM file with a complete index")
    }

    private enum ID {
        static let segment: UInt64 = 0x1853_8067
        static let information: UInt64 = 0x1549_A966
        static let timestampScale: UInt64 = 0x2AD7B1
        static let duration: UInt64 = 0x4489
        static let cluster: UInt64 = 0x1F43_B675
        static let cues: UInt64 = 0x1C53_BB6B
        static let cuePoint: UInt64 = 0xBB
        static let cueTime: UInt64 = 0xB3
        static let cueTrackPositions: UInt64 = 0xB7
        static let cueClusterPosition: UInt64 = 0xF1
    }

    /// What the file's header says about the times and positions in its cues.
    private struct Header {
        /// The offset that positions count from.
        let start: Int
        /// nil if unknown.
        let end: Int?
        /// The unit of times, in seconds.
        var tick = 0.001
        /// In seconds; nil if unknown.
        var duration: Double?

        init(_ header: [UInt8]) throws(DASHError) {
            guard let first = Element(header, at: 0), let offset = first.end, let segment = Element(header, at: offset),
                segment.id == ID.segment
            else { throw cueFault("the file does not begin as WebM does") }
            start = segment.body
            end = segment.end
            guard let information = segment.children(header).first(where: { $0.id == ID.information }) else { return }
            let children = information.children(header)
            if let scale = children.first(where: { $0.id == ID.timestampScale })?.number(header) { tick = Double(scale) / 1e9 }
            guard let length = children.first(where: { $0.id == ID.duration })?.float(header), length.isFinite, length > 0 else { return }
            duration = length * tick
        }
    }

    /// An EBML element (RFC 8794).
    private struct Element {
        let id: UInt64
        let body: Int
        /// nil if the length is unknown.
        let end: Int?

        init?(_ bytes: [UInt8], at offset: Int) {
            guard let id = Element.variable(bytes, at: offset, longest: 4, keepsMarker: true),
                let size = Element.variable(bytes, at: id.end, longest: 8, keepsMarker: false)
            else { return nil }
            self.id = id.value
            body = size.end
            let unknown = UInt64(1) << (7 * UInt64(size.end - id.end)) - 1
            end = size.value == unknown ? nil : Int(exactly: size.value).flatMap { sum(size.end, $0) }
        }

        private static func variable(
            _ bytes: [UInt8], at offset: Int, longest: Int, keepsMarker: Bool
        ) -> (value: UInt64, end: Int)? {
            guard bytes.indices.contains(offset), bytes[offset] != 0 else { return nil }
            let length = bytes[offset].leadingZeroBitCount + 1
            guard length <= longest, offset + length <= bytes.count else { return nil }
            let first = keepsMarker ? bytes[offset] : bytes[offset] & (0xFF >> UInt8(length))
            return (bytes[offset + 1..<offset + length].reduce(UInt64(first)) { $0 << 8 | UInt64($1) }, offset + length)
        }

        /// The child elements that begin within the bytes.
        func children(_ bytes: [UInt8]) -> [Element] {
            var children: [Element] = []
            var offset = body
            while offset < min(end ?? .max, bytes.count), children.count <= maxSegments, let child = Element(bytes, at: offset) {
                children.append(child)
                guard let next = child.end, child.id != ID.cluster else { break }
                offset = next
            }
            return children
        }

        func number(_ bytes: [UInt8]) -> UInt64? {
            guard let end, end <= bytes.count, (0...8).contains(end - body) else { return nil }
            return bytes[body..<end].reduce(0) { $0 << 8 | UInt64($1) }
        }

        func float(_ bytes: [UInt8]) -> Double? {
            guard let end, let bits = number(bytes) else { return nil }
            return switch end - body {
            case 4: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
            case 8: Double(bitPattern: bits)
            default: nil
            }
        }
    }
}
