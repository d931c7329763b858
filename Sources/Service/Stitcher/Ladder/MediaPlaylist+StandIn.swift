// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

extension MediaPlaylist {
    /// A playlist with the segment durations of an ad and one URI for all segments: subtitles without cues, silence, or gaps.
    ///
    /// - Parameters:
    ///   - ad: the ad whose durations are used.
    ///   - uri: the URI of each segment.
    ///   - map: for segments that need one.
    ///   - isGap: whether the segments are gaps: for trick play over an ad without I-frames.
    public static func standIn(for ad: MediaPlaylist, uri: URIReference, map: InitializationMap? = nil, isGap: Bool = false)
        -> MediaPlaylist
    {
        var playlist = MediaPlaylist(targetDuration: ad.targetDuration, baseURL: ad.baseURL)
        playlist.version = isGap ? 8 : ad.version
        playlist.isEndList = true
        var time = 0.0
        playlist.segments = SegmentList(
            ad.segments.enumerated().map { index, original in
                var segment = MediaSegment(uri: uri, duration: original.duration, sequence: UInt64(index))
                segment.start = time
                segment.isGap = isGap
                segment.map = map
                time += original.duration
                return segment
            })
        return playlist
    }

    /// The playlist with its last segment adjusted so that it lasts as long as the ad's video. Audio differs from video by less than a
    /// frame, which would add up over many ads.
    ///
    /// - Parameters:
    ///   - length: the duration of the video in seconds.
    ///   - tolerance: a larger difference isn't due to frame sizes, and is kept.
    public func lasting(_ length: Double, tolerance: Double = 0.1) -> MediaPlaylist {
        guard let last = segments.last, abs(length - duration) <= tolerance, last.duration + length - duration > 0 else { return self }
        var playlist = self
        playlist.segments[segments.count - 1].duration += length - duration
        return playlist
    }
}
