// SPDX-License-Identifier: Apache-2.0

import Observation
import WindowboxMedia

/// The requested speed and the one in use. The rule may change with every update; observers see its values only when ``publish()`` finds a
/// change.
@MainActor @Observable final class SpeedController {
    private(set) var requested = 1.0
    private(set) var effective = 1.0
    private(set) var range = 1.0...1.0
    private(set) var reverseRange: ClosedRange<Double>?
    @ObservationIgnored private var rule: SpeedRule
    /// The last reported limit; nil if the requested speed has been in use since.
    @ObservationIgnored private var reported: SpeedRule.Limit?

    init(speeds: ClosedRange<Double>, reverseSpeeds: ClosedRange<Double>? = nil) {
        rule = SpeedRule(speeds: speeds, reverseSpeeds: reverseSpeeds)
    }

    /// The speed that the rule currently permits, whether published or not.
    var permitted: Double { rule.effective }

    /// - Returns: false for an invalid speed: zero, or a value that isn't finite.
    func request(_ speed: Double) -> Bool {
        guard rule.request(speed) else { return false }
        reported = nil
        return true
    }

    /// - Parameter canReverse: whether the item can be played backwards; nil while unknown.
    func follow(_ properties: PlayerProperties, time: Double?, canReverse: Bool? = nil) {
        rule.update(properties.streamType, time: time, range: properties.seekableTimeRange, canReverse: canReverse)
    }

    /// Nothing is loaded any more. The requested speed is kept for the next item.
    func empty() { rule.empty() }

    /// The list was played to its end: the requested speed is reset too.
    func reset() { rule.reset() }

    /// - Returns: the new speed for the engine; nil if it doesn't change.
    func publish() -> Double? {
        if rule.requested != requested { requested = rule.requested }
        if rule.range != range { range = rule.range }
        if rule.reverseRange != reverseRange { reverseRange = rule.reverseRange }
        guard rule.effective != effective else { return nil }
        effective = rule.effective
        return effective
    }

    /// - Returns: a limit that hasn't been reported yet.
    func takeLimit() -> SpeedRule.Limit? {
        let limit = rule.limit
        defer { reported = limit }
        return limit == reported ? nil : limit
    }
}
