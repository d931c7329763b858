// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxPlayer

/// Decides what counts as live, and where skipping is possible.
struct LiveRule: Hashable {
    /// Seconds behind the edge of a DVR window that count as live.
    var tolerance = 30.0
    /// Seconds before the end from which skipping forward is disabled.
    static let endMargin = 0.1

    func isLive(_ facts: PlayerFacts) -> Bool {
        switch facts.streamType {
        case .live: return true
        case .dvr: return facts.range.map { range in facts.time.map { range.end - $0 <= tolerance } ?? false } ?? false
        case .onDemand, .unknown: return false
        }
    }

    /// Whether the stream has a DVR window and is not at its edge.
    func canSkipToEdge(_ facts: PlayerFacts) -> Bool { facts.streamType == .dvr && !isLive(facts) }

    /// - Parameter interval: seconds; negative for backwards.
    static func canSkip(by interval: Double, _ facts: PlayerFacts, phase: PlaybackPhase) -> Bool {
        guard phase != .idle, phase != .preparing, let range = facts.range, !range.isEmpty, let time = facts.time else { return false }
        switch facts.streamType {
        case .onDemand: return interval <= 0 || time < range.end - endMargin
        case .dvr: return interval <= 0 || time + interval <= range.end
        case .live, .unknown: return false
        }
    }

    /// Whether a programme can be restarted, because its start is still in the DVR window.
    static func canStartOver(_ programme: TimeRange?, _ facts: PlayerFacts) -> Bool {
        guard facts.streamType == .dvr, let programme, let range = facts.range else { return false }
        return range.start <= programme.start && programme.start <= range.end
    }
}
