// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

// Segments need not begin with key pictures.
extension HLSSource {
    /// Whether a segment that was loaded to begin with has no key picture to begin with, and an earlier one is loaded first.
    func lacksKey(_ job: SegmentJob, _ segment: SegmentFacts) -> Bool {
        guard tracks.awaitsKey, job.load.contentType == .main, !job.load.replaces, segment.kinds.contains(.video),
            tracks.run(of: .video) == job.runs[.video]
        else { return false }
        // Parts say by themselves which of them are independent.
        guard job.load.part == nil else {
            tracks.beginAnywhere()
            return false
        }
        tell(.beginEarlier(than: job.load.range.start))
        guard tracks.awaitsKey else { return false }
        // The first picture takes more than one segment.
        goOn()
        return true
    }
}
