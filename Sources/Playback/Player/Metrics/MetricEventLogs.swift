// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The metric events of the items that a player has loaded: the current and the next one.
struct MetricEventLogs {
    private var logs: [PlayerItem: MetricEventLog] = [:]
    private var lastNumber = 0
    /// The last events reported to listeners.
    private var reported: (item: PlayerItem?, last: Int?)

    func events(of item: PlayerItem?) -> [MetricEvent] { item.flatMap { logs[$0]?.events } ?? [] }

    /// Drops the logs of all other items.
    mutating func keep(_ items: [PlayerItem]) {
        for item in logs.keys where !items.contains(item) { logs[item] = nil }
        for item in items where logs[item] == nil { logs[item] = MetricEventLog() }
    }

    mutating func forget(_ item: PlayerItem) { logs[item] = nil }

    mutating func handle(_ event: MetricEventLog.Event, of item: PlayerItem, at moment: MetricEventLog.Moment) {
        _ = logs[item]?.handle(event, at: moment, number: &lastNumber)
    }

    /// - Returns: the events of an item; nil if they were already reported.
    mutating func news(of item: PlayerItem?) -> [MetricEvent]? {
        let events = events(of: item)
        let hadNone = reported.last == nil
        guard item !== reported.item || events.last?.id != reported.last else { return nil }
        reported = (item, events.last?.id)
        return hadNone && events.isEmpty ? nil : events
    }
}
