// SPDX-License-Identifier: Apache-2.0

/// Decides what is reported to one tracker, and when.
struct TrackerLifecycle {
    /// What a tracker receives when it is enabled.
    struct Snapshot {
        var properties: TrackerProperties
        var metricEvents: [MetricEvent]
    }

    enum Event {
        /// The item has become the current one.
        case entered(Snapshot, isTrackingEnabled: Bool)
        case switched(isTrackingEnabled: Bool, Snapshot)
        case properties(TrackerProperties)
        case metricEvents([MetricEvent])
        case left(TrackerProperties)
    }

    enum Action {
        case enable
        case properties(TrackerProperties)
        case metricEvents([MetricEvent])
        case disable(TrackerProperties)
    }

    private let behavior: TrackerBehavior
    private var isCurrent = false
    private var isEnabled = false

    init(_ behavior: TrackerBehavior) { self.behavior = behavior }

    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .entered(let snapshot, let isTrackingEnabled):
            guard !isCurrent else { return [] }
            isCurrent = true
            return isTrackingEnabled || behavior == .mandatory ? begin(snapshot) : []
        case .switched(let isTrackingEnabled, let snapshot):
            guard isCurrent, behavior == .optional, isTrackingEnabled != isEnabled else { return [] }
            return isTrackingEnabled ? begin(snapshot) : end(snapshot.properties)
        case .properties(let properties): return isEnabled ? [.properties(properties)] : []
        case .metricEvents(let events): return isEnabled ? [.metricEvents(events)] : []
        case .left(let properties):
            isCurrent = false
            return isEnabled ? end(properties) : []
        }
    }

    private mutating func begin(_ snapshot: Snapshot) -> [Action] {
        isEnabled = true
        return [.enable, .properties(snapshot.properties), .metricEvents(snapshot.metricEvents)]
    }

    private mutating func end(_ properties: TrackerProperties) -> [Action] {
        isEnabled = false
        return [.disable(properties)]
    }
}
