// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// What may be played at which speed: the speed that was asked for is remembered, the one that is used follows the stream.
struct SpeedRule {
    /// Seconds behind the edge of a window at which the speed is held, and beyond which it is free again.
    struct Edge: Hashable, Sendable {
        var reached = 5.0
        var left = 35.0
    }

    private let speeds: ClosedRange<Double>
    private let edge: Edge
    private var isAtEdge = false

    private(set) var requested = 1.0
    /// nil while nothing is loaded.
    private(set) var allowed: ClosedRange<Double>?

    init(speeds: ClosedRange<Double>, edge: Edge = Edge()) {
        self.speeds = speeds
        self.edge = edge
    }

    var effective: Double {
        guard let allowed else { return 1 }
        return min(max(requested, allowed.lowerBound), allowed.upperBound)
    }

    var range: ClosedRange<Double> { allowed ?? 1...1 }

    mutating func request(_ speed: Double) {
        if speed.isFinite, speed > 0 { requested = speed }
    }

    mutating func update(_ streamType: StreamType, time: Double?, range: TimeRange?) {
        switch streamType {
        case .unknown: return
        case .onDemand:
            isAtEdge = false
            allowed = speeds
        case .live: allowed = 1...1
        case .dvr:
            if let time, let range {
                let distance = range.end - time
                isAtEdge = isAtEdge ? distance <= edge.left : distance < edge.reached
            }
            allowed = isAtEdge ? min(speeds.lowerBound, 1)...1 : speeds
        }
    }

    /// Nothing is loaded any more; the request stays for what comes.
    mutating func empty() {
        allowed = nil
        isAtEdge = false
    }

    /// The list was played to its end.
    mutating func reset() {
        empty()
        requested = 1
    }
}
