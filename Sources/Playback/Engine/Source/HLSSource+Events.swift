// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

extension EventMessage {
    /// The manifest has changed, or will have by the time that the message names (ISO/IEC 23009-1, 5.10.4).
    fileprivate var announcesManifest: Bool { scheme == "urn:mpeg:dash:event:2012" && ["1", "2", "3"].contains(value) }
}

extension HLSSource {
    /// Events of a DASH manifest come with the segments that they happen in, as those in the segments themselves do.
    func manifestEvents(of segment: SegmentLoad) -> [EventMessage] {
        guard segment.contentType == .main, segment.part == nil else { return [] }
        return (access.transport as? DASHTransport)?.events(at: segment.location.url, segment.location.span) ?? []
    }

    func pass(on event: TimedEvent) {
        if event.message.announcesManifest { (access.transport as? DASHTransport)?.expire() }
        facts(.event(event))
    }
}
