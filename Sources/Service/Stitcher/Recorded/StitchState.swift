// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// The stitched segments so far, and the state for the next one.
struct StitchState {
    private let content: MediaPlaylist
    /// EXT-X-BITRATE stays in effect, and can't be cancelled for an ad that has none.
    private let keepsBitrate: Bool
    private(set) var segments: [MediaSegment] = []
    private(set) var time = 0.0
    private var discontinuities: UInt64
    private var follows: Source = .nothing

    private enum Source { case nothing, content, ad }

    init(content: MediaPlaylist, keepsBitrate: Bool) {
        self.content = content
        self.keepsBitrate = keepsBitrate
        discontinuities = content.discontinuitySequence
    }

    /// Why an ad can't be in one playlist with the content.
    func refusal(of ad: MediaPlaylist) -> String? {
        if ad.segments.isEmpty || ad.duration <= 0 { return "the ad has no length." }
        if !ad.isEndList { return "the ad has no end." }
        if ad.isIFramesOnly != content.isIFramesOnly { return "one is a playlist of I-frames and the other is not." }
        // An initialisation section applies until the next one, and can't be cancelled (RFC 8216bis 4.4.4.5).
        let hasMaps = content.segments.first?.map != nil
        if ad.segments.contains(where: { ($0.map != nil) != hasMaps && !$0.isGap }) {
            return hasMaps
                ? "the content has initialization sections and the ad has not."
                : "the ad has initialization sections and the content has not."
        }
        return nil
    }

    mutating func append(content segment: MediaSegment) {
        var segment = segment
        let returns = follows == .ad
        if returns {
            segment.isDiscontinuity = true
            // The content keeps its dates.
            if segment.programDateTime != nil { segment.statesProgramDateTime = true }
        }
        if !keepsBitrate { segment.bitrate = nil }
        follows = .content
        append(segment)
    }

    /// - Parameter date: the date of the replaced content.
    mutating func append(ad: MediaPlaylist, date: Double?) -> PlaylistStitch.PlacedAd {
        let start = time
        for (index, original) in ad.segments.enumerated() {
            var segment = original
            if index == 0 { segment.isDiscontinuity = follows != .nothing }
            segment.programDateTime = date.map { $0 + time - start }
            segment.statesProgramDateTime = index == 0 && date != nil
            segment.parts = []
            follows = .ad
            append(segment)
        }
        return .init(address: ad.baseURL, start: start, duration: time - start, segments: ad.segments.count)
    }

    private mutating func append(_ original: MediaSegment) {
        var segment = original
        if segment.isDiscontinuity { discontinuities += 1 }
        segment.discontinuitySequence = discontinuities
        segment.sequence = content.mediaSequence &+ UInt64(segments.count)
        segment.keepVector(of: original)
        segment.place(at: &time)
        segments.append(segment)
    }
}
