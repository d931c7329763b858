// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

extension HLSSource {
    /// Events of a DASH manifest come with the segments that they happen in, as those in the segments themselves do.
    func manifestEvents(of segment: SegmentLoad) -> [EventMessage] {
        guard segment.lane == .main, segment.part == nil else { return [] }
        return (transport as? DASHTransport)?.events(at: segment.location.url, segment.location.span) ?? []
    }
}
