// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// An event in the media (`emsg`) at its place on the item's timeline.
public struct TimedEvent: Hashable, Sendable {
    /// Seconds on the item's timeline.
    public var time: Double
    public var message: EventMessage

    public init(time: Double, message: EventMessage) {
        self.time = time
        self.message = message
    }

    /// Seconds; nil where it is not known.
    public var duration: Double? { message.duration?.seconds }
}

/// Which events were told: renditions and segments repeat them. A value.
struct EventMemory {
    private struct Name: Hashable {
        var scheme: String
        var value: String
        var id: UInt32
        /// Authors that number nothing mean each of their times.
        var hundredths: Int
    }

    private var told: Set<Name> = []
    private var order: [Name] = []
    private static let most = 4096

    /// Whether it is a new one.
    mutating func take(_ event: TimedEvent) -> Bool {
        let message = event.message
        let name = Name(
            scheme: message.scheme, value: message.value, id: message.id,
            hundredths: Int((min(max(event.time, -1e9), 1e9) * 100).rounded()))
        guard told.insert(name).inserted else { return false }
        order.append(name)
        if order.count > Self.most { told.remove(order.removeFirst()) }
        return true
    }
}
