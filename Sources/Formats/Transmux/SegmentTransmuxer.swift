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
        case transportStream(TransportStreamTransmuxer)
        case fragments(FragmentedFileTransmuxer)
        case packedAudio(PackedAudioTransmuxer)
    }

    private var container = Container.unknown
    private var head: [UInt8] = []
    private var section: [UInt8]

    /// - Parameter initialization: the section that precedes the segment (EXT-X-MAP); empty if there is none. A segment in another
    ///   container, as a playlist may have after it, does without.
    public init(initialization: [UInt8] = []) { section = initialization }

    /// Added to the decode times in the bytes of converted segments, so that none is negative. Not in those that are passed on.
    public static let bias = MediaTime(value: 1 << 33, timescale: 90_000)

    /// Whether the segment's timestamps have 33 bits of 90 kHz and wrap, as in MPEG-TS and packed audio; false until its container is
    /// known. They are later by ``bias`` in the bytes.
    public var isConverted: Bool {
        switch container {
        case .transportStream, .packedAudio: true
        case .fragments, .unknown: false
        }
    }

    /// Takes the next bytes of the segment.
    public mutating func append(_ bytes: [UInt8]) throws(TransmuxError) -> [TransmuxOutput] {
        var output: [TransmuxOutput] = []
        var bytes = bytes
        if case .unknown = container {
            head += bytes
            guard try recognize(isEnd: false) else { return [] }
            (bytes, head, section) = (takesSection ? section + head : head, [], [])
        }
        switch container {
        case .unknown: break
        case .transportStream(var stream):
            // Taken out while it changes, so that its buffers aren't copied.
            container = .unknown
            defer { container = .transportStream(stream) }
            try stream.append(bytes, into: &output)
        case .fragments(var file):
            container = .unknown
            defer { container = .fragments(file) }
            try file.append(bytes, into: &output)
        case .packedAudio(var audio):
            container = .unknown
            defer { container = .packedAudio(audio) }
            try audio.append(bytes, into: &output)
        }
        return output
    }

    /// The segment is complete: returns the rest.
    public mutating func finish() throws(TransmuxError) -> [TransmuxOutput] {
        var output: [TransmuxOutput] = []
        if case .unknown = container {
            guard try recognize(isEnd: true) else { return [] }
            let bytes = takesSection ? section + head : head
            (head, section) = ([], [])
            output = try append(bytes)
        }
        switch container {
        case .unknown: break
        case .transportStream(var stream):
            try stream.finish(into: &output)
            container = .transportStream(stream)
        case .fragments(var file):
            try file.finish(into: &output)
            container = .fragments(file)
        case .packedAudio(var audio):
            try audio.finish(into: &output)
            container = .packedAudio(audio)
        }
        return output
    }

    /// Whether the initialization section is in the segment's container.
    private var takesSection: Bool {
        switch container {
        case .transportStream: section.first == 0x47
        case .fragments: section.first != 0x47
        case .packedAudio, .unknown: false
        }
    }

    private mutating func recognize(isEnd: Bool) throws(TransmuxError) -> Bool {
        guard head.count >= 8 else {
            guard isEnd, !head.isEmpty else { return false }
            throw TransmuxError(.malformed, "the segment has only " + String(head.count) + " bytes; it was cut off")
        }
        if head[0] == 0x47 {
            container = .transportStream(TransportStreamTransmuxer())
        } else if head.starts(with: "ID3".utf8) || head[0] == 0xFF && head[1] & 0xE0 == 0xE0 {
            container = .packedAudio(PackedAudioTransmuxer())
        } else if Self.boxes.contains(FourCC(UInt32(head[4]) << 24 | UInt32(head[5]) << 16 | UInt32(head[6]) << 8 | UInt32(head[7]))) {
            container = .fragments(FragmentedFileTransmuxer())
        } else {
            throw TransmuxError(
                .unsupported, "the segment is neither MPEG-TS, nor fragmented MP4, nor packed audio; if it is encrypted, its key is wrong")
        }
        return true
    }

    private static let boxes: [FourCC] = ["ftyp", "styp", "moov", "moof", "sidx", "ssix", "emsg", "prft", "free", "skip", "mdat", "uuid"]
}
