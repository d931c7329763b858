// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// A report waiting to be sent to the service.
public struct QueueEntry: Codable, Hashable, Sendable, Identifiable {
    /// What is reported.
    public enum Content: Codable, Hashable, Sendable {
        /// An event of a video.
        case event(ViewerEvent)
        /// An order in the shop.
        case purchase(PurchaseRequest)
    }

    /// The service stores reports with the same ID only once.
    public var id: String
    /// What is reported.
    public var content: Content

    /// Keeps the ID of the event.
    public init(_ event: ViewerEvent) { (id, content) = (event.id, .event(event)) }
    /// - Parameter id: a UUID.
    public init(_ purchase: PurchaseRequest, id: String) { (self.id, content) = (id, .purchase(purchase)) }

    /// The entry reduced to what the tracking level allows; nil if nothing remains.
    public func limited(to level: TrackingLevel) -> QueueEntry? {
        switch (level, content) {
        case (.all, _): return self
        case (.essentialOnly, .event(let event)):
            guard event.name.isEssential else { return nil }
            var kept = ViewerEvent(id: event.id, name: event.name, ts: event.ts, videoID: event.videoID, tracking: .essentialOnly)
            (kept.widget, kept.videoType, kept.liveStatus) = (event.widget, event.videoType, event.liveStatus)
            (kept.isAutoplay, kept.pass) = (event.isAutoplay, event.pass)
            return QueueEntry(kept)
        // At this level, the service doesn't attribute purchases to viewers.
        case (.essentialOnly, .purchase): return self
        default: return nil
        }
    }
}
