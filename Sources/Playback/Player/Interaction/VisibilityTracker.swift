// SPDX-License-Identifier: Apache-2.0

public import Observation
import WindowboxMedia

/// Decides whether the controls over a video are visible. They hide during playback without user activity, and reappear when it pauses.
@MainActor @Observable public final class VisibilityTracker {
    /// A reason why the controls must not hide.
    public struct Hold: OptionSet, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// The pointer is over the controls.
        public static let pointer = Hold(rawValue: 1)
        /// The user is dragging the position.
        public static let seeking = Hold(rawValue: 2)
        /// A menu of the controls is open.
        public static let menu = Hold(rawValue: 4)
        /// A screen reader is running.
        public static let screenReader = Hold(rawValue: 8)
        /// One of the controls has visible keyboard focus.
        public static let focus = Hold(rawValue: 16)
        /// The only thing to see is an error message.
        public static let failure = Hold(rawValue: 32)
    }

    /// Changing it keeps the current visibility and restarts the delay.
    public var player: Player? { didSet { if player !== oldValue { follow() } } }
    /// Whether the controls should be hidden now.
    public private(set) var isUserInterfaceHidden: Bool

    @ObservationIgnored private var rule: VisibilityRule
    @ObservationIgnored private let clock: any PlayerClock
    @ObservationIgnored private var following: Task<Void, Never>?
    @ObservationIgnored private var isDriven = false

    /// - Parameter delay: seconds without activity after which controls hide; greater than zero.
    public convenience init(delay: Double = 3, isUserInterfaceHidden: Bool = false) {
        self.init(delay: delay, isUserInterfaceHidden: isUserInterfaceHidden, clock: SystemPlayerClock())
    }

    init(delay: Double, isUserInterfaceHidden: Bool, clock: any PlayerClock) {
        precondition(delay > 0, "the delay must be greater than zero")
        rule = VisibilityRule(delay: delay, isVisible: !isUserInterfaceHidden)
        self.isUserInterfaceHidden = isUserInterfaceHidden
        self.clock = clock
    }

    isolated deinit {
        following?.cancel()
        clock.rest()
    }

    /// Toggles the visibility. Has no effect without a player, and doesn't hide held controls.
    public func toggle() { handle(.toggle) }
    /// Shows the controls. Has no effect without a player.
    public func show() { handle(.show) }
    /// Hides the controls. Has no effect without a player or while something holds the controls.
    public func hide() { handle(.hide) }
    /// Restarts the delay: call it for any user activity. Doesn't show hidden controls.
    public func reset() { handle(.reset) }
    /// The pointer has left the video: hides the controls at once during playback.
    public func pointerLeft() { handle(.pointerLeft) }
    /// Shows the controls and keeps them until ``release(_:)``.
    public func hold(_ reason: Hold) { handle(.hold(reason, true)) }
    /// Ends a hold: the controls may hide again after the delay.
    public func release(_ reason: Hold) { handle(.hold(reason, false)) }
    /// The application is visible again: shows the controls unless the video plays.
    public func becameForeground() { handle(.foreground) }

    /// Follows a different kind of player, instead of ``player``, which must be nil.
    public func follow(_ state: PlaybackState) {
        guard player == nil else { return }
        if !isDriven { handle(.player(isPresent: true)) }
        isDriven = true
        handle(.playback(VisibilityRule.Playback(state)))
    }

    private func follow() {
        following?.cancel()
        isDriven = false
        handle(.player(isPresent: player != nil))
        guard let player else { return }
        handle(.playback(VisibilityRule.Playback(player.playbackState)))
        following = Task { [weak self, states = player.propertiesUpdates] in
            for await properties in states {
                guard !Task.isCancelled else { return }
                self?.handle(.playback(VisibilityRule.Playback(properties.playbackState)))
            }
        }
    }

    private func handle(_ event: VisibilityRule.Event) {
        for action in rule.handle(event, at: clock.now) {
            switch action {
            case .show: isUserInterfaceHidden = false
            case .hide: isUserInterfaceHidden = true
            case .wake(let moment): clock.wake(after: max(moment - clock.now, 0)) { [weak self] in self?.handle(.wake) }
            }
        }
    }
}

extension VisibilityRule.Playback {
    init(_ state: PlaybackState) {
        switch state {
        case .playing: self = .playing
        case .paused: self = .paused
        case .idle, .ended: self = .inactive
        }
    }
}
