// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxStreaming

/// The demuxers of a source, one per content type, and the clocks they share.
struct SegmentDemuxers {
    let clocks = Monitor(TimestampAdjusterProvider())
    private var demuxers: [ContentType: SegmentDemuxer] = [:]
    private let tracks: ItemTracks

    init(tracks: ItemTracks) { self.tracks = tracks }

    /// nil before the first segment of the content type.
    subscript(contentType: ContentType) -> SegmentDemuxer? { demuxers[contentType] }

    mutating func demuxer(_ contentType: ContentType, report: @autoclosure () -> @Sendable (LoadID, SegmentDemuxer.Outcome) -> Void)
        -> SegmentDemuxer
    {
        if let demuxer = demuxers[contentType] { return demuxer }
        let demuxer = SegmentDemuxer(tracks: tracks, clocks: clocks, report: report())
        demuxers[contentType] = demuxer
        return demuxer
    }

    func reopen() { for demuxer in demuxers.values { demuxer.reopen() } }

    func stop() {
        clocks.change { $0.endAll() }
        for demuxer in demuxers.values { demuxer.stop() }
    }
}
