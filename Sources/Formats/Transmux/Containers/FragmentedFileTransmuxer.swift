// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Passes on fragmented MP4, track by track, and reports the times of its fragments. The bytes may be split anywhere.
///
/// Nothing is moved or copied within a fragment: for each kind of track, the boxes of the others become free space.
public struct FragmentedFileTransmuxer: Sendable {
    private enum Phase: Hashable, Sendable {
        /// Before a box, or within one that is needed completely.
        case box
        /// Within the samples: this many bytes are left, or nil to the end of the file.
        case samples(UInt64?)
        /// Within a box that isn't needed.
        case skipped(UInt64?)
    }

    private var pending = PendingBytes()
    private var phase = Phase.box
    private var header: MovieHeader?
    /// The kinds whose samples are in the current fragment.
    private var kinds: [TrackKind] = []
    /// The earliest presentation time of the segment; nil before its first fragment.
    private var start: MediaTime?
    /// Tags before the first fragment whose times count from there.
    private var waiting: [(tags: [UInt8], delay: MediaTime)] = []
    /// The maximum size of a header or fragment in bytes.
    private static let largest: UInt64 = 32 << 20
    /// Bytes of the largest event that is read.
    private static let largestEvent: UInt64 = 1 << 20

    public init() {}

    /// How many bytes were moved so far, as a measure of the work.
    var moved: Int { pending.moved }

    /// Takes the next bytes: those of the initialization section first, then those of the segment.
    public mutating func append(_ bytes: [UInt8]) throws(TransmuxError) -> [TransmuxOutput] {
        var output: [TransmuxOutput] = []
        pending.append(bytes)
        while pending.count > 0, try transmuxNext(&output) {}
        return output
    }

    /// The segment is complete: throws if it ends within a box.
    public func finish() throws(TransmuxError) {
        switch phase {
        case .samples(let left) where left != nil && left != 0:
            throw TransmuxError(.malformed, "the MP4 segment ends within a fragment's samples; it was cut off")
        case .box where pending.count > 0:
            throw TransmuxError(.malformed, "the MP4 segment ends within a box; it was cut off")
        default: break
        }
    }

    /// - Returns: whether bytes were used; otherwise more are needed.
    private mutating func transmuxNext(_ output: inout [TransmuxOutput]) throws(TransmuxError) -> Bool {
        switch phase {
        case .samples(let left):
            let count = left.map { Int(min($0, UInt64(pending.count))) } ?? pending.count
            if kinds.isEmpty {
                pending.skip(count)
            } else {
                let part = pending.take(count)
                for kind in kinds { output.append(.more(kind, bytes: part)) }
            }
            phase = advance(left, by: count) { .samples($0) }
            return true
        case .skipped(let left):
            let count = left.map { Int(min($0, UInt64(pending.count))) } ?? pending.count
            pending.skip(count)
            phase = advance(left, by: count) { .skipped($0) }
            return true
        case .box: return try takeBox(&output)
        }
    }

    private func advance(_ left: UInt64?, by count: Int, _ make: (UInt64?) -> Phase) -> Phase {
        guard let left else { return make(nil) }
        return left == UInt64(count) ? .box : make(left - UInt64(count))
    }

    private mutating func takeBox(_ output: inout [TransmuxOutput]) throws(TransmuxError) -> Bool {
        var reader = ByteReader(pending.bytes, pending.start..<pending.bytes.count)
        guard let size = reader.uint32(), let code = reader.uint32() else { return false }
        var length: UInt64? = UInt64(size)
        if size == 1 {
            guard let long = reader.number(8) else { return false }
            length = long
        } else if size == 0 {
            length = nil
        }
        let head = UInt64(reader.offset - pending.start)
        if let length, length < head {
            throw TransmuxError(.malformed, "the box " + FourCC(code).text + " is smaller than its header; the segment is damaged")
        }
        switch FourCC(code) {
        case "moov", "moof":
            guard let length, length <= Self.largest else {
                throw TransmuxError(.malformed, "the box " + FourCC(code).text + " is larger than 32 MiB; the segment is damaged")
            }
            guard UInt64(pending.count) >= length else { return false }
            let box = pending.take(Int(length))
            if FourCC(code) == "moov" { try describe(box, &output) } else { try begin(box, &output) }
        case "mdat":
            let part = pending.take(Int(head))
            for kind in kinds { output.append(.more(kind, bytes: part)) }
            phase = length == head ? .box : .samples(length.map { $0 - head })
        case "emsg" where length.map { $0 <= Self.largestEvent } ?? false:
            guard let length, UInt64(pending.count) >= length else { return false }
            takeEvent(Array(pending.take(Int(length))[Int(head)...]), &output)
        default:
            guard FourCC(code).isPlausible else {
                throw TransmuxError(.malformed, "there is no MP4 box where one should begin; the segment is damaged or encrypted")
            }
            pending.skip(Int(head))
            phase = length == head ? .box : .skipped(length.map { $0 - head })
        }
        return true
    }

    private mutating func describe(_ box: [UInt8], _ output: inout [TransmuxOutput]) throws(TransmuxError) {
        guard let header = MovieHeader(box), !header.tracks.isEmpty else {
            throw TransmuxError(.unsupported, "the initialization section has neither a video nor an audio track")
        }
        self.header = header
        for name in header.skipped { output.append(.skipped(name)) }
        for track in header.tracks {
            output.append(
                .track(
                    TransmuxedTrack(
                        kind: track.kind, codec: track.codec,
                        initialization: Self.fileType + header.initialization(track.kind))))
        }
    }

    private mutating func begin(_ box: [UInt8], _ output: inout [TransmuxOutput]) throws(TransmuxError) {
        guard let header else {
            throw TransmuxError(.malformed, "the segment has no initialization section; the playlist needs EXT-X-MAP")
        }
        let fragment = try MovieFragment(box, header: header)
        kinds = []
        if start == nil, let first = fragment.runs.map({ $0.times.start }).min(by: { $0.seconds < $1.seconds }) {
            start = first
            for (tags, delay) in waiting { output.append(.metadata(tags, time: first + delay)) }
            waiting = []
        }
        for run in fragment.runs where !kinds.contains(run.kind) {
            kinds.append(run.kind)
            output.append(.fragment(run.kind, bytes: fragment.masked(run.kind), times: run.times))
        }
    }

    /// Reads an event with ID3 tags; others are left out.
    private mutating func takeEvent(_ box: [UInt8], _ output: inout [TransmuxOutput]) {
        guard let event = EventMessage(box: box), event.isTagged else { return }
        switch event.time {
        case .presentation(let time): output.append(.metadata(event.data, time: time))
        case .afterSegmentStart(let delay):
            if let start { output.append(.metadata(event.data, time: start + delay)) } else { waiting.append((event.data, delay)) }
        }
    }

    private static let fileType: [UInt8] = {
        var writer = BoxWriter()
        writer.box("ftyp") { writer in
            writer.put("iso6".utf8.map { $0 })
            writer.put32(0)
            writer.put("iso6cmfc".utf8.map { $0 })
        }
        return writer.bytes
    }()
}

extension FourCC {
    /// Whether it has printable characters only, as the types of all known boxes have.
    var isPlausible: Bool {
        for shift in [24, 16, 8, 0] as [UInt32] {
            let byte = UInt8(truncatingIfNeeded: code >> shift)
            guard byte >= 0x20 && byte < 0x7F || byte == 0xA9 else { return false }
        }
        return true
    }
}
