// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxStreaming

/// The demuxers of a source, one per content type, and what they share: the clocks, and the image subtitles in the segments.
struct SegmentDemuxers {
    let clocks = Monitor(TimestampAdjusterProvider())
    private var demuxers: [ContentType: SegmentDemuxer] = [:]
    let pictures: SegmentPictures
    private let tracks: ItemTracks

    init(tracks: ItemTracks, pictures: SegmentPictures) {
        self.tracks = tracks
        self.pictures = pictures
    }

    /// nil before the first segment of the content type.
    subscript(contentType: ContentType) -> SegmentDemuxer? { demuxers[contentType] }

    mutating func demuxer(_ contentType: ContentType, report: @autoclosure () -> @Sendable (LoadID, SegmentDemuxer.Outcome) -> Void)
        -> SegmentDemuxer
    {
        if let demuxer = demuxers[contentType] { return demuxer }
        let demuxer = SegmentDemuxer(tracks: tracks, clocks: clocks, pictures: pictures, report: report())
        demuxers[contentType] = demuxer
        return demuxer
    }

    func reopen() { for demuxer in demuxers.values { demuxer.reopen() } }

    func stop() {
        clocks.change { $0.endAll() }
        pictures.stop()
        for demuxer in demuxers.values { demuxer.stop() }
    }
}
