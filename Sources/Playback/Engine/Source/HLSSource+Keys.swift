// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

// Handles segments that don't begin with keyframes.
extension HLSSource {
    /// Whether the first segment loaded for a position lacks a keyframe, so that an earlier segment must be loaded first.
    func lacksKey(_ job: SegmentJob, _ segment: SegmentFacts) -> Bool {
        guard tracks.awaitsKey, job.load.contentType == .main, !job.load.replaces, segment.kinds.contains(.video),
            tracks.run(of: .video) == job.runs[.video]
        else { return false }
        // Parts declare whether they are independent.
        guard job.load.part == nil else {
            tracks.beginAnywhere()
            return false
        }
        send(.beginEarlier(than: job.load.range.start))
        guard tracks.awaitsKey else { return false }
        // The first frame needs more than one segment, so stop holding back loads.
        endHold()
        return true
    }
}
