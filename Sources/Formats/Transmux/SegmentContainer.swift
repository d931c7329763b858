// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The container of a media segment, detected from its first bytes.
public enum SegmentContainer: Hashable, Sendable {
    /// MPEG-TS.
    case transportStream
    /// An elementary stream of sound behind an ID3 tag with its time.
    case packedAudio
    /// Fragmented MP4.
    case fragments

    /// Whether its streams must be converted for a source buffer. Their timestamps have 33 bits of 90 kHz and wrap.
    public var isConverted: Bool { self != .fragments }

    /// Recognizes the container of a segment.
    /// - Parameters:
    ///   - head: the first bytes of the segment.
    ///   - isEnd: that they are all of it.
    /// - Returns: nil as long as there are too few bytes, and for a segment without any.
    public static func recognize(_ head: [UInt8], isEnd: Bool) throws(TransmuxError) -> SegmentContainer? {
        guard head.count >= 8 else {
            guard isEnd, !head.isEmpty else { return nil }
            throw TransmuxError(.malformed, "the segment has only " + String(head.count) + " bytes; it was cut off")
        }
        if head[0] == 0x47 { return .transportStream }
        if head.starts(with: "ID3".utf8) || head[0] == 0xFF && head[1] & 0xE0 == 0xE0 { return .packedAudio }
        let code = FourCC(UInt32(head[4]) << 24 | UInt32(head[5]) << 16 | UInt32(head[6]) << 8 | UInt32(head[7]))
        if boxes.contains(code) { return .fragments }
        throw TransmuxError(
            .unsupported, "the segment is neither MPEG-TS, nor fragmented MP4, nor packed audio; if it is encrypted, its key is wrong")
    }

    /// Whether an initialization section is in this container, and so precedes the segment's bytes. It is ignored for segments in another
    /// container, which a playlist may list after its EXT-X-MAP.
    public func takes(section: [UInt8]) -> Bool {
        switch self {
        case .transportStream: section.first == 0x47
        case .fragments: section.first != 0x47
        case .packedAudio: false
        }
    }

    private static let boxes: [FourCC] = ["ftyp", "styp", "moov", "moof", "sidx", "ssix", "emsg", "prft", "free", "skip", "mdat", "uuid"]
}
