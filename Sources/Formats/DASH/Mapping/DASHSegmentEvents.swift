// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The manifest's events during one segment.
struct DASHSegmentEvents: Sendable {
    private var events: [DASHEvent]
    /// The start of the segment's media in seconds on the presentation's timeline.
    private var start: Double

    var messages: [EventMessage] { events.map { $0.message(after: start) } }

    /// - Returns: the events of each segment that has any.
    static func all(of items: [DASHPlaylistItem], in manifest: DASHManifest) -> [DASHSegments.Location: DASHSegmentEvents] {
        var found: [DASHSegments.Location: DASHSegmentEvents] = [:]
        let periods = manifest.periods.filter { !$0.events.isEmpty }
        if periods.isEmpty { return found }
        let events = Dictionary(periods.map { ($0.key, $0.events) }) { first, _ in first }
        for item in items where !item.isGap {
            guard let own = events[item.period] else { continue }
            let end = item.start + item.duration
            let during = own.filter { $0.start < end && ($0.start >= item.start || $0.start + ($0.duration ?? 0) > item.start) }
            if !during.isEmpty { found[item.location] = DASHSegmentEvents(events: during, start: item.start - item.lead) }
        }
        return found
    }
}
