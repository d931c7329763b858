// SPDX-License-Identifier: Apache-2.0

public import Observation
import WindowboxMedia

/// Turns taps in quick succession on one side of a view into skips, and tells how far they went together.
@MainActor @Observable public final class SkipTracker {
    public enum State: Hashable, Sendable {
        case inactive
        /// Seconds, of all skips since the first.
        case skippingBackward(Double)
        /// Seconds, of all skips since the first.
        case skippingForward(Double)
    }

    /// Changing it ends what is under way.
    public var player: Player? { didSet { if player !== oldValue { perform(.reset) } } }
    public private(set) var state = State.inactive

    @ObservationIgnored private var counter: SkipCounter
    @ObservationIgnored private let clock: any PlayerClock

    /// - Parameters:
    ///   - count: taps until the first skip, above zero.
    ///   - delay: seconds without a tap after which counting begins again, above zero.
    public convenience init(count: Int = 2, delay: Double = 0.4) {
        self.init(count: count, delay: delay, clock: SystemPlayerClock())
    }

    init(count: Int, delay: Double, clock: any PlayerClock) {
        precondition(count > 0 && delay > 0, "a count and a delay are above zero")
        counter = SkipCounter(count: count, delay: delay)
        self.clock = clock
    }

    isolated deinit { clock.rest() }

    /// A tap. One in the other direction skips at once while skips are under way; before the first it counts as the first.
    /// Ignored while the player can't skip that way.
    /// - Returns: whether the player skips.
    @discardableResult public func requestSkip(_ direction: SkipDirection) -> Bool {
        guard let player else { return false }
        return perform(
            .request(direction, interval: player.configuration.interval(forSkip: direction), canSkip: player.canSkip(direction)))
    }

    /// A tap above a player of another kind; it counts as those of ``requestSkip(_:)`` do.
    /// - Parameters:
    ///   - interval: seconds that one skip goes.
    ///   - skip: goes that far, when the taps were enough.
    /// - Returns: whether it skips.
    @discardableResult public func requestSkip(
        _ direction: SkipDirection, by interval: Double, canSkip: Bool, skip: () -> Void
    ) -> Bool {
        let skips = perform(.request(direction, interval: interval, canSkip: canSkip))
        if skips, player == nil { skip() }
        return skips
    }

    @discardableResult private func perform(_ event: SkipCounter.Event) -> Bool {
        var hasSkipped = false
        for action in counter.handle(event, at: clock.now) {
            switch action {
            case .skip(let direction):
                player?.skip(direction)
                hasSkipped = true
            case .wake(let moment): clock.wake(after: max(moment - clock.now, 0)) { [weak self] in self?.perform(.wake) }
            case .rest: clock.rest()
            }
        }
        if state != counter.state { state = counter.state }
        return hasSkipped
    }
}

extension SkipTracker.State {
    init(_ direction: SkipDirection, total: Double) {
        self = direction == .backward ? .skippingBackward(total) : .skippingForward(total)
    }
}
