// SPDX-License-Identifier: Apache-2.0

/// Parses a fragmented MP4 stream from chunks of any size, and returns its header and each fragment as soon as it is complete.
struct FragmentStream: Sendable {
    enum Piece: Hashable, Sendable {
        case header([UInt8], TrackHeader)
        case fragment([UInt8], MediaFragment)
    }

    /// The limit of a box and of a fragment in bytes.
    static let limit = 64 << 20

    private var bytes: [UInt8] = []
    /// The header of the box at the front, once it has been read.
    private var header: [UInt8] = []
    private var hasHeader = false
    private var head: [UInt8]?

    /// - Throws: ``PackagerError`` if it isn't a fragmented MP4 file.
    mutating func read(_ more: some Sequence<UInt8>) throws -> [Piece] {
        bytes += more
        var pieces: [Piece] = []
        var offset = 0
        while let box = try box(at: offset) {
            let content = Array(bytes[offset..<box.end])
            switch box.kind {
            case "ftyp" where !hasHeader: header = content
            case "moov" where !hasHeader:
                guard let track = TrackHeader(content) else { throw PackagerError.output("a header has no clock") }
                hasHeader = true
                pieces.append(.header(header + content, track))
            case "moof": head = content
            case "mdat":
                if let start = head {
                    guard hasHeader, let fragment = MediaFragment(head: start, offset: 0, length: start.count + content.count) else {
                        throw PackagerError.output("a fragment can't be read")
                    }
                    pieces.append(.fragment(start + content, fragment))
                    head = nil
                }
            default: break
            }
            offset = box.end
        }
        bytes.removeFirst(offset)
        return pieces
    }

    private func box(at offset: Int) throws -> (kind: String, end: Int)? {
        let reader = BoxReader(bytes: bytes)
        guard offset + 8 <= bytes.count, let short = reader.uint32(offset) else { return nil }
        let kind = String(decoding: bytes[(offset + 4)..<(offset + 8)], as: UTF8.self)
        var length = short
        if short == 1 {
            guard offset + 16 <= bytes.count else { return nil }
            length = Int(truncatingIfNeeded: reader.number(offset + 8, 8) ?? 0)
        }
        guard length >= 8, length <= Self.limit else { throw PackagerError.output("a box has \(length) bytes") }
        return offset + length <= bytes.count ? (kind, offset + length) : nil
    }
}
