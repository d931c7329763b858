// SPDX-License-Identifier: Apache-2.0

/// Follows the top-level boxes of an MP4 file as its bytes pass, and keeps those of the requested kinds.
struct BoxWalker {
    struct Box: Equatable {
        var kind: String
        /// The offset of the box from the start, in bytes.
        var offset: Int
        /// The content without the header.
        var body: [UInt8]
        /// The length of the header, in bytes: 16 with a 64-bit size.
        var headerLength = 8
        /// The offset of the content from the start, in bytes.
        var bodyOffset: Int { offset + headerLength }
    }

    /// The kind of byte stream.
    enum Source {
        /// An HLS segment, read once from its start.
        case segment
        /// A file of any kind that a demuxer reads in any order; its length in bytes if known.
        case file(length: Int?)
    }

    /// Larger than any sample index.
    private static let largest = 16 << 20
    /// The largest event message with its identifiers.
    private static let largestEvent = (1 << 20) + (16 << 10)
    /// Boxes in which an MP4 demuxer looks for others. In a file, nothing else is parsed as a box: the file may be of another kind, and a
    /// demuxer may have sought into the middle of the media.
    private static let containers: Set<String> = [
        "moov", "moof", "trak", "traf", "mdia", "minf", "stbl", "mvex", "edts", "dinf", "gmhd", "udta", "meta", "ilst", "tref", "sinf",
        "schi", "wave", "mfra", "senc",
    ]

    private let kinds: Set<String>
    private let source: Source
    private var header: [UInt8] = []
    private var kept: [UInt8]?
    /// The bytes of the current box still to come.
    private var left = 0
    private var kind = ""
    private var offset = 0
    private var headerLength = 8
    private var position = 0
    private var counts = SampleCountGuard()
    /// The current box may contain sample counts.
    private var isCounting = false

    /// A box has passed that would make a demuxer allocate more than any fragment needs.
    var isImplausible: Bool { counts.isExceeded }

    init(keeping kinds: Set<String>, in source: Source = .segment) {
        self.kinds = kinds
        self.source = source
    }

    /// The next bytes are from another offset in the file, where a box may begin.
    mutating func restart(at offset: Int) {
        header.removeAll(keepingCapacity: true)
        kept = nil
        left = 0
        position = offset
        counts.forget()
    }

    /// Processes more bytes.
    /// - Returns: the boxes that are now complete.
    mutating func boxes(in bytes: UnsafeRawBufferPointer) -> [Box] {
        var found: [Box] = []
        var at = 0
        while at < bytes.count {
            if left > 0 {
                let count = min(left, bytes.count - at)
                kept?.append(contentsOf: bytes[at..<at + count])
                if isCounting { for byte in bytes[at..<at + count] { counts.add(byte) } }
                at += count
                position += count
                left -= count
            } else {
                header.append(bytes[at])
                counts.add(bytes[at])
                at += 1
                position += 1
                readHeader()
            }
            if left == 0, header.isEmpty, let body = kept {
                found.append(Box(kind: kind, offset: offset, body: body, headerLength: headerLength))
                kept = nil
            }
        }
        return found
    }

    private mutating func readHeader() {
        guard header.count >= 8 else { return }
        let short = Int(bigEndian(header[0..<4]))
        if short == 1, header.count < 16 { return }
        let size = short == 1 ? Int(clamping: bigEndian(header[8..<16])) : short == 0 ? .max : short
        kind = String(decoding: header[4..<8], as: UTF8.self)
        offset = position - header.count
        headerLength = header.count
        // A size smaller than the header is invalid, and the boundaries of what follows are unknown.
        left = size < header.count ? .max : size - header.count
        kept = kinds.contains(kind) && left <= (kind == "emsg" ? Self.largestEvent : Self.largest) ? [] : nil
        switch source {
        case .segment: isCounting = kind != "mdat"
        case .file(let length):
            isCounting = Self.containers.contains(kind)
            // A sample takes at least one byte.
            counts.limit =
                kind == "moof"
                ? SampleCountGuard.maximumInFragment : min(SampleCountGuard.maxInFile, UInt32(clamping: length ?? .max))
        }
        header.removeAll(keepingCapacity: true)
    }
}

/// A big-endian number of up to eight bytes.
func bigEndian(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

/// The boxes inside another one, in order, up to the first invalid one.
func boxes(in bytes: ArraySlice<UInt8>) -> [(kind: String, body: ArraySlice<UInt8>)] {
    var list: [(kind: String, body: ArraySlice<UInt8>)] = []
    var rest = bytes
    while rest.count >= 8 {
        let size = Int(bigEndian(rest.prefix(4)))
        guard size >= 8, size <= rest.count else { break }
        list.append((String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self), rest.dropFirst(8).prefix(size - 8)))
        rest = rest.dropFirst(size)
    }
    return list
}

/// The bodies of the boxes at the end of a path.
func boxes(_ path: [String], in bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    path.reduce([bytes]) { bodies, kind in bodies.flatMap { body in boxes(in: body).filter { $0.kind == kind }.map(\.body) } }
}

/// The track ID in the header (`tkhd`) of a `trak` box with this body.
func trackID(of track: ArraySlice<UInt8>) -> Int? {
    guard let header = boxes(["tkhd"], in: track).first, let version = header.first else { return nil }
    let offset = version == 1 ? 20 : 12
    guard header.count >= offset + 4 else { return nil }
    return Int(bigEndian(header.dropFirst(offset).prefix(4)))
}
