// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxPlayer

/// What the present means to a media.
struct LiveRule: Hashable {
    /// Seconds behind the edge of a window that count as live.
    var tolerance = 30.0
    /// Seconds before the end at which nothing is skipped forward any more.
    static let endMargin = 0.1

    func isLive(_ facts: PlayerFacts) -> Bool {
        switch facts.streamType {
        case .live: return true
        case .dvr: return facts.range.map { range in facts.time.map { range.end - $0 <= tolerance } ?? false } ?? false
        case .onDemand, .unknown: return false
        }
    }

    /// A window that is not at its edge.
    func canSkipToEdge(_ facts: PlayerFacts) -> Bool { facts.streamType == .dvr && !isLive(facts) }

    /// - Parameter interval: seconds, negative for backwards.
    static func canSkip(by interval: Double, _ facts: PlayerFacts, phase: PlaybackPhase) -> Bool {
        guard phase != .idle, phase != .preparing, let range = facts.range, !range.isEmpty, let time = facts.time else { return false }
        switch facts.streamType {
        case .onDemand: return interval <= 0 || time < range.end - endMargin
        case .dvr: return interval <= 0 || time + interval <= range.end
        case .live, .unknown: return false
        }
    }

    /// A programme can be seen from its start when that is still in the window.
    static func canStartOver(_ programme: TimeRange?, _ facts: PlayerFacts) -> Bool {
        guard facts.streamType == .dvr, let programme, let range = facts.range else { return false }
        return range.start <= programme.start && programme.start <= range.end
    }
}
