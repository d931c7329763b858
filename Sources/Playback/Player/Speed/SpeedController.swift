// SPDX-License-Identifier: Apache-2.0

import Observation
import WindowboxMedia

/// The speed that was asked for, and the one in use. The rule may change with every update; observers see its values only when
/// ``publish()`` finds them changed.
@MainActor @Observable final class SpeedController {
    private(set) var requested = 1.0
    private(set) var effective = 1.0
    private(set) var range = 1.0...1.0
    @ObservationIgnored private var rule: SpeedRule

    init(speeds: ClosedRange<Double>) { rule = SpeedRule(speeds: speeds) }

    /// The speed that the rule permits now, published or not.
    var permitted: Double { rule.effective }

    /// Ignores values that aren't above zero.
    func request(_ speed: Double) { rule.request(speed) }

    func follow(_ properties: PlayerProperties, time: Double?) {
        rule.update(properties.streamType, time: time, range: properties.seekableTimeRange)
    }

    /// Nothing is loaded any more. The request stays for the next item.
    func empty() { rule.empty() }

    /// The list was played to its end: the request is forgotten, too.
    func reset() { rule.reset() }

    /// - Returns: the speed to give to the engine; nil when it stays as it is.
    func publish() -> Double? {
        if rule.requested != requested { requested = rule.requested }
        if rule.range != range { range = rule.range }
        guard rule.effective != effective else { return nil }
        effective = rule.effective
        return effective
    }
}
