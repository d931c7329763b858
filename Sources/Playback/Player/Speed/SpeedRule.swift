// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Determines the speed in use: the requested speed is remembered, and the permitted range depends on the stream.
struct SpeedRule {
    /// Seconds from the edge of a live window: below `reached` the speed is limited, beyond `left` it is free again.
    struct Edge: Hashable, Sendable {
        var reached = 5.0
        var left = 35.0
    }

    /// A speed that isn't possible, and the one used instead.
    struct Limit: Hashable {
        var desired: Double
        var used: Double
    }

    private let speeds: ClosedRange<Double>
    /// Negative speeds; nil if nothing is played backwards.
    private let reverseSpeeds: ClosedRange<Double>?
    private let edge: Edge
    private var isAtEdge = false
    private var knowsReverse = false

    private(set) var requested = 1.0
    /// nil while nothing is loaded.
    private(set) var allowed: ClosedRange<Double>?
    /// Negative speeds; nil while nothing is loaded, and if the item can't be played backwards.
    private(set) var reverseRange: ClosedRange<Double>?

    init(speeds: ClosedRange<Double>, reverseSpeeds: ClosedRange<Double>? = nil, edge: Edge = Edge()) {
        self.speeds = speeds
        self.reverseSpeeds = reverseSpeeds
        self.edge = edge
    }

    var effective: Double {
        guard let allowed else { return 1 }
        if requested < 0, let reverseRange { return clamp(requested, to: reverseRange) }
        return clamp(requested < 0 ? 1 : requested, to: allowed)
    }

    var range: ClosedRange<Double> { allowed ?? 1...1 }

    /// nil while nothing is loaded, and if the speed is the requested one.
    var limit: Limit? {
        guard allowed != nil, effective != requested, requested > 0 || knowsReverse else { return nil }
        return Limit(desired: requested, used: effective)
    }

    /// - Returns: false for an invalid speed: zero, or a value that isn't finite.
    mutating func request(_ speed: Double) -> Bool {
        guard speed.isFinite, speed != 0 else { return false }
        requested = speed
        return true
    }

    /// - Parameter canReverse: whether the item can be played backwards; nil while unknown.
    mutating func update(_ streamType: StreamType, time: Double?, range: TimeRange?, canReverse: Bool? = nil) {
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
        knowsReverse = streamType == .live || canReverse != nil
        reverseRange = streamType != .live && canReverse == true ? reverseSpeeds : nil
    }

    /// Nothing is loaded any more; the requested speed is kept for the next item.
    mutating func empty() {
        (allowed, reverseRange) = (nil, nil)
        isAtEdge = false
    }

    /// The list was played to its end.
    mutating func reset() {
        empty()
        requested = 1
    }

    private func clamp(_ speed: Double, to range: ClosedRange<Double>) -> Double { min(max(speed, range.lowerBound), range.upperBound) }
}
