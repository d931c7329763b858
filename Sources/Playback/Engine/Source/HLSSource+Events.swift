// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

extension EventMessage {
    /// The manifest has changed, or will have by the time given in the message (ISO/IEC 23009-1, 5.10.4).
    fileprivate var announcesManifest: Bool { scheme == "urn:mpeg:dash:event:2012" && ["1", "2", "3"].contains(value) }
}

extension HLSSource {
    /// The events of a DASH manifest that occur during a segment. They are delivered with it, like its inband events.
    func manifestEvents(of segment: SegmentLoad) -> [EventMessage] {
        guard segment.contentType == .main, segment.part == nil else { return [] }
        return (access.transport as? DASHTransport)?.events(at: segment.location.url, segment.location.span) ?? []
    }

    func pass(on event: TimedEvent) {
        if event.message.announcesManifest { (access.transport as? DASHTransport)?.expire() }
        facts(.event(event))
    }
}
