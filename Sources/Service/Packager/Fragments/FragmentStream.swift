// SPDX-License-Identifier: Apache-2.0

/// Takes a fragmented file as it comes, in pieces of any size, and gives its header and its fragments as soon as each is whole.
struct FragmentStream: Sendable {
    enum Piece: Hashable, Sendable {
        case header([UInt8], TrackHeader)
        case fragment([UInt8], MediaFragment)
    }

    /// A box, and a fragment, may have so many bytes.
    static let limit = 64 << 20

    private var bytes: [UInt8] = []
    /// Of the box at the front, once its head is there.
    private var header: [UInt8] = []
    private var hasHeader = false
    private var head: [UInt8]?

    /// - Throws: ``PackagerError`` when it is no such file.
    mutating func read(_ more: some Sequence<UInt8>) throws -> [Piece] {
        bytes += more
        var pieces: [Piece] = []
        var place = 0
        while let box = try box(at: place) {
            let content = Array(bytes[place..<box.end])
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
            place = box.end
        }
        bytes.removeFirst(place)
        return pieces
    }

    private func box(at place: Int) throws -> (kind: String, end: Int)? {
        let reader = BoxReader(bytes: bytes)
        guard place + 8 <= bytes.count, let short = reader.uint32(place) else { return nil }
        let kind = String(decoding: bytes[(place + 4)..<(place + 8)], as: UTF8.self)
        var length = short
        if short == 1 {
            guard place + 16 <= bytes.count else { return nil }
            length = Int(truncatingIfNeeded: reader.number(place + 8, 8) ?? 0)
        }
        guard length >= 8, length <= Self.limit else { throw PackagerError.output("a box has \(length) bytes") }
        return place + length <= bytes.count ? (kind, place + length) : nil
    }
}
