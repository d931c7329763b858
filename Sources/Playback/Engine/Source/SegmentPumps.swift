// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxStreaming

/// The pumps of a source, one for each lane, and the clocks that they share.
struct SegmentPumps {
    let clocks = Monitor(SharedClocks())
    private var pumps: [Lane: SegmentPump] = [:]
    private let tracks: ItemTracks

    init(tracks: ItemTracks) { self.tracks = tracks }

    /// nil before the first segment of the lane.
    subscript(lane: Lane) -> SegmentPump? { pumps[lane] }

    mutating func pump(_ lane: Lane, report: @autoclosure () -> @Sendable (LoadID, SegmentPump.Outcome) -> Void) -> SegmentPump {
        if let pump = pumps[lane] { return pump }
        let pump = SegmentPump(tracks: tracks, clocks: clocks, report: report())
        pumps[lane] = pump
        return pump
    }

    func reopen() { for pump in pumps.values { pump.reopen() } }

    func stop() {
        clocks.change { $0.endAll() }
        for pump in pumps.values { pump.stop() }
    }
}
