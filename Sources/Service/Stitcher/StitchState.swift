// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// The stitched segments so far, and what the next one must say.
struct StitchState {
    private let content: MediaPlaylist
    /// EXT-X-BITRATE lasts, and can't be taken back where an ad does not say its own.
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
        if content.segments.contains(where: { $0.map != nil }), ad.segments.contains(where: { $0.map == nil }) {
            return "the content has initialization sections and the ad has not."
        }
        return nil
    }

    mutating func append(content segment: MediaSegment) {
        var segment = segment
        let returns = follows == .ad
        if returns {
            segment.isDiscontinuity = true
            // Dates of the content stay its own.
            if segment.programDateTime != nil { segment.statesProgramDateTime = true }
        }
        if !keepsBitrate { segment.bitrate = nil }
        follows = .content
        append(segment)
    }

    /// - Parameter date: of the content that the ad takes the place of.
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
        if segment.isDiscontinuity, !segments.isEmpty { discontinuities += 1 }
        segment.discontinuitySequence = discontinuities
        segment.uri = URIReference(segment.uri.url)
        if var map = segment.map {
            map.uri = URIReference(map.uri.url)
            for index in map.keys.indices { map.keys[index].uri = map.keys[index].uri.map { URIReference($0.url) } }
            segment.map = map
        }
        segment.sequence = content.mediaSequence &+ UInt64(segments.count)
        segment.start = time
        // Without a vector of its own a segment is decrypted with its number, which may be another one now.
        for index in segment.keys.indices {
            segment.keys[index].uri = segment.keys[index].uri.map { URIReference($0.url) }
            guard segment.sequence != original.sequence, segment.keys[index].initializationVector == nil,
                segment.keys[index].keyFormat == Key.identity
            else { continue }
            segment.keys[index].initializationVector = original.initializationVector(for: segment.keys[index])
        }
        time += segment.duration
        segments.append(segment)
    }
}
