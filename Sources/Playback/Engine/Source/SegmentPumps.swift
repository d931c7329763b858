// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxStreaming

/// The pumps of a source, one per content type, and the clocks they share.
struct SegmentPumps {
    let clocks = Monitor(TimestampAdjusterProvider())
    private var pumps: [ContentType: SegmentPump] = [:]
    private let tracks: ItemTracks

    init(tracks: ItemTracks) { self.tracks = tracks }

    /// nil before the first segment of the content type.
    subscript(contentType: ContentType) -> SegmentPump? { pumps[contentType] }

    mutating func pump(_ contentType: ContentType, report: @autoclosure () -> @Sendable (LoadID, SegmentPump.Outcome) -> Void)
        -> SegmentPump
    {
        if let pump = pumps[contentType] { return pump }
        let pump = SegmentPump(tracks: tracks, clocks: clocks, report: report())
        pumps[contentType] = pump
        return pump
    }

    func reopen() { for pump in pumps.values { pump.reopen() } }

    func stop() {
        clocks.change { $0.endAll() }
        for pump in pumps.values { pump.stop() }
    }
}
