// SPDX-License-Identifier: Apache-2.0

public import Observation
import WindowboxMedia

/// Turns taps in quick succession on one side of a view into skips, and reports their total.
@MainActor @Observable public final class SkipTracker {
    /// What the taps so far amount to.
    public enum State: Hashable, Sendable {
        /// No series of skips is in progress.
        case inactive
        /// The total of all skips in this series, in seconds.
        case skippingBackward(Double)
        /// The total of all skips in this series, in seconds.
        case skippingForward(Double)
    }

    /// Changing it ends the current series.
    public var player: Player? { didSet { if player !== oldValue { perform(.reset) } } }
    /// Returns to ``State/inactive`` when the delay has passed without a tap.
    public private(set) var state = State.inactive

    @ObservationIgnored private var counter: SkipCounter
    @ObservationIgnored private let clock: any PlayerClock

    /// - Parameters:
    ///   - count: number of taps until the first skip; greater than zero.
    ///   - delay: seconds without a tap after which counting starts over; greater than zero.
    public convenience init(count: Int = 2, delay: Double = 0.4) {
        self.init(count: count, delay: delay, clock: SystemPlayerClock())
    }

    init(count: Int, delay: Double, clock: any PlayerClock) {
        precondition(count > 0 && delay > 0, "the count and the delay must be greater than zero")
        counter = SkipCounter(count: count, delay: delay)
        self.clock = clock
    }

    isolated deinit { clock.rest() }

    /// Handles a tap. A tap in the other direction skips at once during a series; before that it starts counting over. Ignored while the
    /// player can't skip in that direction.
    /// - Returns: whether the player skips.
    @discardableResult public func requestSkip(_ direction: SkipDirection) -> Bool {
        guard let player else { return false }
        return perform(
            .request(direction, interval: player.configuration.interval(forSkip: direction), canSkip: player.canSkip(direction)))
    }

    /// Handles a tap for a different kind of player; it counts like ``requestSkip(_:)``.
    /// - Parameters:
    ///   - interval: seconds per skip.
    ///   - skip: performs the skip once there were enough taps.
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
