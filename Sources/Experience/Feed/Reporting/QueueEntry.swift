// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Something that waits to be told to the service.
public struct QueueEntry: Codable, Hashable, Sendable, Identifiable {
    public enum Content: Codable, Hashable, Sendable {
        case event(ViewerEvent)
        case purchase(PurchaseRequest)
    }

    /// The service keeps what comes twice under one id once.
    public var id: String
    public var content: Content

    public init(_ event: ViewerEvent) { (id, content) = (event.id, .event(event)) }
    /// - Parameter id: a UUID.
    public init(_ purchase: PurchaseRequest, id: String) { (self.id, content) = (id, .purchase(purchase)) }

    /// As much of it as may be told; nil: nothing.
    public func limited(to level: TrackingLevel) -> QueueEntry? {
        switch (level, content) {
        case (.all, _): return self
        case (.essentialOnly, .event(let event)):
            guard event.name.isEssential else { return nil }
            var kept = ViewerEvent(id: event.id, name: event.name, ts: event.ts, videoID: event.videoID, tracking: .essentialOnly)
            (kept.widget, kept.videoType, kept.liveStatus) = (event.widget, event.videoType, event.liveStatus)
            (kept.isAutoplay, kept.pass) = (event.isAutoplay, event.pass)
            return QueueEntry(kept)
        // The service attributes none of a viewer at this level.
        case (.essentialOnly, .purchase): return self
        default: return nil
        }
    }
}
