// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The tags of the standard and of the image playlist extension.
enum Tag: UInt8 {
    case header, version, define, start, independentSegments
    case targetDuration, mediaSequence, discontinuitySequence, endList, playlistType, iFramesOnly, imagesOnly, partInfo, serverControl
    case duration, byteRange, discontinuity, key, map, programDateTime, gap, bitrate, part, tiles
    case dateRange, skip, preloadHint, renditionReport
    case media, variant, iFrameVariant, imageVariant, sessionData, sessionKey, contentSteering

    enum Scope: UInt8 { case both, media, multivariant }

    var scope: Scope {
        if rawValue <= Tag.independentSegments.rawValue { return .both }
        return rawValue < Tag.media.rawValue ? .media : .multivariant
    }

    /// Whether the tag describes the next segment, or all segments after it.
    var isOfSegment: Bool { rawValue >= Tag.duration.rawValue && rawValue <= Tag.tiles.rawValue }

    private static let names: [(name: StaticString, tag: Tag)] = [
        ("EXT-X-BYTERANGE", .byteRange), ("EXT-X-PART", .part), ("EXT-X-PROGRAM-DATE-TIME", .programDateTime), ("EXT-X-KEY", .key),
        ("EXT-X-DISCONTINUITY", .discontinuity), ("EXT-X-MAP", .map), ("EXT-X-BITRATE", .bitrate), ("EXT-X-GAP", .gap),
        ("EXT-X-TILES", .tiles), ("EXT-X-DATERANGE", .dateRange), ("EXT-X-STREAM-INF", .variant), ("EXT-X-MEDIA", .media),
        ("EXT-X-I-FRAME-STREAM-INF", .iFrameVariant), ("EXT-X-IMAGE-STREAM-INF", .imageVariant), ("EXTM3U", .header),
        ("EXT-X-VERSION", .version), ("EXT-X-DEFINE", .define), ("EXT-X-START", .start),
        ("EXT-X-INDEPENDENT-SEGMENTS", .independentSegments), ("EXT-X-TARGETDURATION", .targetDuration),
        ("EXT-X-MEDIA-SEQUENCE", .mediaSequence), ("EXT-X-DISCONTINUITY-SEQUENCE", .discontinuitySequence), ("EXT-X-ENDLIST", .endList),
        ("EXT-X-PLAYLIST-TYPE", .playlistType), ("EXT-X-I-FRAMES-ONLY", .iFramesOnly), ("EXT-X-IMAGES-ONLY", .imagesOnly),
        ("EXT-X-PART-INF", .partInfo), ("EXT-X-SERVER-CONTROL", .serverControl), ("EXT-X-SKIP", .skip),
        ("EXT-X-PRELOAD-HINT", .preloadHint), ("EXT-X-RENDITION-REPORT", .renditionReport), ("EXT-X-SESSION-DATA", .sessionData),
        ("EXT-X-SESSION-KEY", .sessionKey), ("EXT-X-CONTENT-STEERING", .contentSteering),
    ]

    init?(_ name: ByteText) {
        if name.equals("EXTINF") {
            self = .duration
            return
        }
        for entry in Self.names where name.equals(entry.name) {
            self = entry.tag
            return
        }
        return nil
    }

    /// The tag's name, for messages.
    var name: String {
        if self == .duration { return "EXTINF" }
        for entry in Self.names where entry.tag == self { return entry.name.text }
        return ""
    }
}

extension StaticString {
    /// The text as a string, without reflection.
    var text: String { String(decoding: UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount), as: UTF8.self) }
}
