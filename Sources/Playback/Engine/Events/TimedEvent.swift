// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// An event in the media (`emsg`) with its time on the item's timeline.
public struct TimedEvent: Hashable, Sendable {
    /// Seconds on the item's timeline.
    public var time: Double
    /// The event with its scheme and payload.
    public var message: EventMessage

    public init(time: Double, message: EventMessage) {
        self.time = time
        self.message = message
    }

    /// Seconds; nil when unknown.
    public var duration: Double? { message.duration?.seconds }
}

/// Remembers which events were reported, since renditions and segments repeat them. A value type.
struct EventMemory {
    private struct Name: Hashable {
        var scheme: String
        var value: String
        var id: UInt32
        /// Distinguishes events without distinct IDs: each time counts as a separate event.
        var hundredths: Int
    }

    private var reported: Set<Name> = []
    private var order: [Name] = []
    private static let maximumCount = 4096

    /// Remembers an event and returns whether it is new.
    mutating func insert(_ event: TimedEvent) -> Bool {
        let message = event.message
        let name = Name(
            scheme: message.scheme, value: message.value, id: message.id,
            hundredths: Int((min(max(event.time, -1e9), 1e9) * 100).rounded()))
        guard reported.insert(name).inserted else { return false }
        order.append(name)
        if order.count > Self.maximumCount { reported.remove(order.removeFirst()) }
        return true
    }
}
