// SPDX-License-Identifier: Apache-2.0

import Observation
import WindowboxMedia

/// The speed that was asked for, and the one in use. The rule may change with every update; observers see its values only when
/// ``publish()`` finds them changed.
@MainActor @Observable final class SpeedController {
    private(set) var requested = 1.0
    private(set) var effective = 1.0
    private(set) var range = 1.0...1.0
    private(set) var reverseRange: ClosedRange<Double>?
    @ObservationIgnored private var rule: SpeedRule
    /// The limit that was reported last; nil since the speed was the one asked for.
    @ObservationIgnored private var reported: SpeedRule.Limit?

    init(speeds: ClosedRange<Double>, reverseSpeeds: ClosedRange<Double>? = nil) {
        rule = SpeedRule(speeds: speeds, reverseSpeeds: reverseSpeeds)
    }

    /// The speed that the rule permits now, published or not.
    var permitted: Double { rule.effective }

    /// - Returns: false for what is no speed: zero, and what isn't finite.
    func request(_ speed: Double) -> Bool {
        guard rule.request(speed) else { return false }
        reported = nil
        return true
    }

    /// - Parameter canReverse: the item can be played backwards; nil while that isn't known.
    func follow(_ properties: PlayerProperties, time: Double?, canReverse: Bool? = nil) {
        rule.update(properties.streamType, time: time, range: properties.seekableTimeRange, canReverse: canReverse)
    }

    /// Nothing is loaded any more. The request stays for the next item.
    func empty() { rule.empty() }

    /// The list was played to its end: the request is forgotten, too.
    func reset() { rule.reset() }

    /// - Returns: the speed to give to the engine; nil when it stays as it is.
    func publish() -> Double? {
        if rule.requested != requested { requested = rule.requested }
        if rule.range != range { range = rule.range }
        if rule.reverseRange != reverseRange { reverseRange = rule.reverseRange }
        guard rule.effective != effective else { return nil }
        effective = rule.effective
        return effective
    }

    /// - Returns: a limit that nobody was told of yet.
    func takeLimit() -> SpeedRule.Limit? {
        let limit = rule.limit
        defer { reported = limit }
        return limit == reported ? nil : limit
    }
}
