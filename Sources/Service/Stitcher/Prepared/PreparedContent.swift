// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

/// Recorded content that is stitched for many sessions: written once and cut where segments begin, so that a session's playlist is
/// put together from bytes.
///
/// What it gives reads as what ``PlaylistStitch`` gives with insertion, but for EXT-X-BITRATE, which is left out, and vectors, which
/// are written with every segment that needs one.
public struct PreparedContent: Sendable {
    /// As given.
    public let playlist: MediaPlaylist
    /// The times between segments, the beginning and the end with them, in seconds.
    public let boundaries: [Double]
    let pieces: PlaylistPieces
    /// Each segment as it stands behind an ad.
    let returns: PlaylistPieces
    /// Behind the target duration: with all segments independent, and without.
    let headers: (independent: SharedText, plain: SharedText)
    let isKeyed: [Bool]
    let hasMaps: Bool
    let hasEnd: Bool

    /// - Parameters:
    ///   - playlist: one media playlist of the content, whole.
    ///   - keepsMarkers: whether markers of SCTE 35 that the origin wrote stay.
    public init(_ playlist: MediaPlaylist, keepsMarkers: Bool = true) {
        self.playlist = playlist
        boundaries = PlaylistStitch.boundaries(of: playlist)
        var content = playlist.separable
        if !keepsMarkers { content.dropMarkers() }
        isKeyed = content.segments.map { !$0.keys.isEmpty }
        hasMaps = content.segments.first?.map != nil
        hasEnd = content.isEndList
        pieces = PlaylistPieces(content, header: content.headerAlone.count)
        var behind = content
        behind.segments = SegmentList(content.segments.flatMap { [Self.separator, $0.behindAd] })
        let alternating = PlaylistPieces(behind, header: behind.headerAlone.count)
        returns = alternating
        headers = (Self.header(content, isIndependent: true), Self.header(content, isIndependent: false))
    }

    /// Stands between segments so that each says all that holds for it.
    private static let separator: MediaSegment = {
        var segment = MediaSegment(uri: "-", duration: 0)
        segment.map = InitializationMap(uri: "-")
        return segment
    }()

    /// What stands behind EXT-X-TARGETDURATION.
    private static func header(_ content: MediaPlaylist, isIndependent: Bool) -> SharedText {
        var playlist = content
        playlist.version = 1
        playlist.targetDuration = 0
        playlist.isIndependentSegments = isIndependent
        return SharedText(Array(playlist.headerAlone.dropFirst("#EXTM3U\n#EXT-X-TARGETDURATION:0\n".utf8.count)))
    }
}

extension MediaSegment {
    fileprivate var behindAd: MediaSegment {
        var segment = self
        segment.isDiscontinuity = true
        if segment.programDateTime != nil { segment.statesProgramDateTime = true }
        return segment
    }
}
