// SPDX-License-Identifier: Apache-2.0

/// Messages that a tracker hasn't received yet.
struct TrackerInbox<Metadata: Sendable> {
    enum Message: Sendable {
        case enable(TrackedPlayer)
        case metadata(Metadata)
        case properties(TrackerProperties)
        case metricEvents([MetricEvent])
        case disable(TrackerProperties)
        case identify(@Sendable (String?) -> Void)
    }

    private var messages: [Message] = []
    private var first = 0

    var count: Int { messages.count - first }

    /// Adds a message. Ranges and buffer change all the time, so only the newest of several consecutive changes is kept.
    mutating func put(_ message: Message) {
        if case .properties(let next) = message, count > 0, case .properties(let last) = messages[messages.count - 1],
            last.differsOnlyInRanges(from: next)
        {
            messages[messages.count - 1] = message
        } else {
            messages.append(message)
        }
    }

    mutating func take() -> Message? {
        guard first < messages.count else { return nil }
        defer {
            first += 1
            if first == messages.count { (messages, first) = ([], 0) }
        }
        return messages[first]
    }
}
