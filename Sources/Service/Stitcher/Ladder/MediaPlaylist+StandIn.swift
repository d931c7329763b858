// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

extension MediaPlaylist {
    /// A playlist with the durations of another and one address for all of its segments: text without cues, silence, or what is
    /// announced as missing.
    ///
    /// - Parameters:
    ///   - ad: whose length it has.
    ///   - uri: of each segment.
    ///   - map: for segments that need one.
    ///   - isGap: whether nothing is to be loaded: trick play over an ad that has no I-frames of its own.
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

    /// The playlist with a last segment so much longer or shorter that all of it lasts as the ad's pictures do: sound differs from
    /// them by less than a frame, and many ads would add up.
    ///
    /// - Parameters:
    ///   - length: of the pictures, in seconds.
    ///   - tolerance: a larger difference is none of frames, and stays.
    public func lasting(_ length: Double, tolerance: Double = 0.1) -> MediaPlaylist {
        guard let last = segments.last, abs(length - duration) <= tolerance, last.duration + length - duration > 0 else { return self }
        var playlist = self
        playlist.segments[segments.count - 1].duration += length - duration
        return playlist
    }
}
