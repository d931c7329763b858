// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension PlaylistTrack {
    /// The item's time zero in seconds since 1970, from the date of the track's first segment.
    var dateOfZero: Double? {
        guard let segment = playlist?.segments.first ?? playlist?.upcoming, let date = segment.programDateTime else {
            return nil
        }
        return date - (segment.start + shift)
    }

    /// Describes a segment's load with all URLs resolved.
    func describe(_ segment: MediaSegment, contentType: ContentType, stream: Int) -> SegmentLoad {
        var load = SegmentLoad(
            contentType: contentType, location: Self.location(segment.uri, segment.byteRange), sequence: Int(clamping: segment.sequence),
            range: range(segment), discontinuity: discontinuity(segment), stream: stream,
            startsRun: false)
        load.startsDiscontinuity = segment.isDiscontinuity || isBeginning(segment)
        load.date = segment.programDateTime
        load.trim = SegmentTrim(of: segment)
        load.isSingleFrame = playlist?.isIFramesOnly ?? false
        if let map = segment.map {
            load.initialization = InitializationSection(
                location: Self.location(map.uri, map.byteRange), encryption: Self.encryption(map.keys, segment))
        }
        load.encryption = Self.encryption(segment.keys, segment)
        return load
    }

    /// Whether nothing came before the segment. A sliding playlist has lost its beginning, whatever its first segment is.
    private func isBeginning(_ segment: MediaSegment) -> Bool {
        guard let playlist, segment.sequence == playlist.mediaSequence else { return false }
        return playlist.kind != nil || playlist.isEndList && segment.sequence <= 1 || segment.sequence == 0
    }

    /// One number per clock: the playlist's discontinuity sequence number, kept apart from those before a restart of the stream.
    private func discontinuity(_ segment: MediaSegment) -> Int {
        // `Int` has 32 bits in WebAssembly.
        let half = Int.bitWidth / 2
        let number = Int(clamping: min(segment.discontinuitySequence, UInt64(Int.max >> half)))
        return epoch << half + number
    }

    static func location(_ uri: URIReference, _ range: ByteRange?) -> ResourceLocation {
        ResourceLocation(url: uri.url, span: range.map { ByteSpan(offset: $0.offset, length: $0.length) })
    }

    static func encryption(_ keys: [Key], _ segment: MediaSegment) -> [SegmentEncryption] {
        var list: [SegmentEncryption] = []
        for key in keys where key.method != .none {
            list.append(
                SegmentEncryption(
                    method: .init(key.method.name), keyURL: key.uri?.url ?? "",
                    initializationVector: segment.initializationVector(for: key),
                    keyFormat: key.keyFormat))
        }
        return list
    }
}
