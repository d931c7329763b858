// SPDX-License-Identifier: Apache-2.0

import WindowboxKit
import WindowboxPlayer

/// A tracker that records its calls.
actor RecordingTracker: PlayerItemTracker {
    final class Record: Sendable {
        private let state = Watched<[String]>([])
        var lines: [String] { state.value }
        func note(_ line: String) { state.change { $0.append(line) } }
        func takeLines() -> [String] {
            state.change { lines in
                defer { lines = [] }
                return lines
            }
        }
        /// Waits until the lines meet a condition.
        func reaches(_ isSo: @Sendable ([String]) -> Bool) async { await state.reaches(isSo) }
        /// Takes the lines without property changes, of which there may be many.
        func takeSteps() -> [String] { takeLines().filter { !$0.hasPrefix("properties") } }
    }

    struct Configuration: Sendable {
        var name = "t"
        var record: Record
    }

    private let configuration: Configuration
    private(set) var player: TrackedPlayer?
    private(set) var properties: TrackerProperties?

    init(configuration: Configuration) {
        self.configuration = configuration
        configuration.record.note("new")
    }

    deinit { configuration.record.note("gone") }

    var sessionIdentifier: String? { player == nil ? nil : configuration.name }

    func enable(for player: TrackedPlayer) {
        self.player = player
        configuration.record.note("enable")
    }

    func updateMetadata(_ title: String) { configuration.record.note("metadata \(title)") }

    func updateProperties(_ properties: TrackerProperties) {
        self.properties = properties
        configuration.record.note("properties \(properties.playbackState)")
    }

    func updateMetricEvents(_ events: [MetricEvent]) {
        configuration.record.note("events " + events.map(\.word).joined(separator: ","))
    }

    func disable(with properties: TrackerProperties) {
        player = nil
        configuration.record.note("disable \(properties.playbackState) at \(properties.time.map { String($0) } ?? "-")")
    }
}

extension RecordingTracker {
    /// An attachment to an item without a loader.
    static func attached(
        _ record: Record, name: String = "t", behavior: TrackerBehavior = .optional
    ) -> TrackerAdapter<PlayerMetadata> {
        adapter(configuration: Configuration(name: name, record: record), behavior: behavior) { $0.title ?? "-" }
    }
}

extension MetricEvent {
    var word: String {
        switch kind {
        case .metadata: "metadata"
        case .asset: "asset"
        case .failure: "failure"
        case .warning: "warning"
        case .stall: "stall"
        case .resumeAfterStall: "resume"
        }
    }
}
