// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

/// Recorded content to be stitched for many sessions: serialised once and split at segments, so that
/// a session's playlist is assembled from bytes.
///
/// The result is equivalent to that of ``PlaylistStitch`` with insertion, except that it has no EXT-X-BITRATE, and that initialisation
/// vectors are written with every segment that needs one.
public struct PreparedContent: Sendable {
    /// The original playlist.
    public let playlist: MediaPlaylist
    /// The segment boundaries in seconds, including the start and the end.
    public let boundaries: [Double]
    let pieces: PlaylistPieces
    /// Each segment as it is written after an ad.
    let returns: PlaylistPieces
    /// The header after the target duration, with and without independent segments.
    let headers: (independent: SharedText, plain: SharedText)
    let isKeyed: [Bool]
    let hasMaps: Bool
    let hasEnd: Bool

    /// - Parameters:
    ///   - playlist: one complete media playlist of the content.
    ///   - keepsMarkers: whether the origin's SCTE 35 markers are kept.
    public init(_ playlist: MediaPlaylist, keepsMarkers: Bool = true) {
        self.playlist = playlist
        boundaries = PlaylistStitch.boundaries(of: playlist)
        var content = playlist.separable
        if !keepsMarkers { content.dropMarkers() }
        isKeyed = content.segments.map { !$0.keys.isEmpty }
        hasMaps = content.segments.first?.map != nil
        hasEnd = content.isEndList
        pieces = PlaylistPieces(content, header: content.headerOnly.count)
        var behind = content
        behind.segments = SegmentList(content.segments.flatMap { [Self.separator, $0.behindAd] })
        let alternating = PlaylistPieces(behind, header: behind.headerOnly.count)
        returns = alternating
        headers = (Self.header(content, isIndependent: true), Self.header(content, isIndependent: false))
    }

    /// Placed between segments, so that each states everything that applies to it.
    private static let separator: MediaSegment = {
        var segment = MediaSegment(uri: "-", duration: 0)
        segment.map = InitializationMap(uri: "-")
        return segment
    }()

    /// The header after EXT-X-TARGETDURATION.
    private static func header(_ content: MediaPlaylist, isIndependent: Bool) -> SharedText {
        var playlist = content
        playlist.version = 1
        playlist.targetDuration = 0
        playlist.isIndependentSegments = isIndependent
        return SharedText(Array(playlist.headerOnly.dropFirst("#EXTM3U\n#EXT-X-TARGETDURATION:0\n".utf8.count)))
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
