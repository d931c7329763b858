// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Converts one media segment to fragmented MP4 with one track per stream, as Media Source Extensions take it.
///
/// Reads MPEG-TS (H.264 with AAC or MPEG audio), packed audio (AAC, MPEG audio) and fragmented MP4, which is passed on unchanged but for
/// the separation of its tracks. Takes bytes as they arrive, split anywhere, and returns what they complete. It has no clock and does no
/// I/O.
public struct SegmentTransmuxer: Sendable {
    private enum Container: Sendable {
        case unknown
        case fragments(FragmentedFileTransmuxer)
        case converted(SegmentConverter)
    }

    private var container = Container.unknown
    private var head: [UInt8] = []
    private var section: [UInt8]

    /// - Parameter initialization: the section that precedes the segment (EXT-X-MAP); empty if there is none. It is ignored if it is in
    ///   another container than the segment.
    public init(initialization: [UInt8] = []) { section = initialization }

    /// Added to the decode times in the bytes of converted segments, so that none is negative. Not in those that are passed on.
    public static let bias = MediaTime(value: 1 << 33, timescale: 90_000)

    /// Whether the segment's timestamps have 33 bits of 90 kHz and wrap, as in MPEG-TS and packed audio; false until its container is
    /// known. They are later by ``bias`` in the bytes.
    public var isConverted: Bool { if case .converted = container { true } else { false } }

    /// Takes the next bytes of the segment.
    public mutating func append(_ bytes: [UInt8]) throws(TransmuxError) -> [TransmuxOutput] {
        guard case .unknown = container else { return try transmux(bytes) }
        head += bytes
        return try begin(isEnd: false)
    }

    /// The segment is complete: returns the rest.
    public mutating func finish() throws(TransmuxError) -> [TransmuxOutput] {
        var output: [TransmuxOutput] = []
        if case .unknown = container { output = try begin(isEnd: true) }
        switch container {
        case .unknown: break
        case .fragments(let file): try file.finish()
        case .converted(var converter):
            output += try converter.finish()
            container = .converted(converter)
        }
        return output
    }

    private mutating func begin(isEnd: Bool) throws(TransmuxError) -> [TransmuxOutput] {
        guard let found = try SegmentContainer.recognize(head, isEnd: isEnd) else { return [] }
        container = found.isConverted ? .converted(SegmentConverter()) : .fragments(FragmentedFileTransmuxer())
        let bytes = found.takes(section: section) ? section + head : head
        (head, section) = ([], [])
        return try transmux(bytes)
    }

    private mutating func transmux(_ bytes: [UInt8]) throws(TransmuxError) -> [TransmuxOutput] {
        switch container {
        case .unknown: return []
        case .fragments(var file):
            // Taken out while it changes, so that its buffers aren't copied.
            container = .unknown
            defer { container = .fragments(file) }
            return try file.append(bytes)
        case .converted(var converter):
            container = .unknown
            defer { container = .converted(converter) }
            return try converter.append(bytes)
        }
    }
}
