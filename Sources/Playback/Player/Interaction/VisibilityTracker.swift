// SPDX-License-Identifier: Apache-2.0

public import Observation
import WindowboxMedia

/// Tells whether the controls above a video are to be seen. They hide while it plays and nobody does anything, and come
/// back when it is paused.
@MainActor @Observable public final class VisibilityTracker {
    /// Why controls must not hide.
    public struct Hold: OptionSet, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// The pointer rests on them.
        public static let pointer = Hold(rawValue: 1)
        /// A person is dragging the position.
        public static let seeking = Hold(rawValue: 2)
        public static let menu = Hold(rawValue: 4)
        public static let screenReader = Hold(rawValue: 8)
        /// The keyboard's focus is on one of them, to be seen.
        public static let focus = Hold(rawValue: 16)
        /// There is nothing to see but why nothing can be played.
        public static let failure = Hold(rawValue: 32)
    }

    /// Changing it keeps what is visible so, for another while.
    public var player: Player? { didSet { if player !== oldValue { follow() } } }
    public private(set) var isUserInterfaceHidden: Bool

    @ObservationIgnored private var rule: VisibilityRule
    @ObservationIgnored private let clock: any PlayerClock
    @ObservationIgnored private var following: Task<Void, Never>?
    @ObservationIgnored private var isDriven = false

    /// - Parameter delay: seconds without activity after which controls hide, above zero.
    public convenience init(delay: Double = 3, isUserInterfaceHidden: Bool = false) {
        self.init(delay: delay, isUserInterfaceHidden: isUserInterfaceHidden, clock: SystemPlayerClock())
    }

    init(delay: Double, isUserInterfaceHidden: Bool, clock: any PlayerClock) {
        precondition(delay > 0, "a delay is above zero")
        rule = VisibilityRule(delay: delay, isVisible: !isUserInterfaceHidden)
        self.isUserInterfaceHidden = isUserInterfaceHidden
        self.clock = clock
    }

    isolated deinit {
        following?.cancel()
        clock.rest()
    }

    /// Shows what is hidden and hides what is visible. Has no effect without a player, and hides nothing that is held.
    public func toggle() { handle(.toggle) }
    /// Has no effect without a player.
    public func show() { handle(.show) }
    /// Has no effect without a player, nor while something holds the controls.
    public func hide() { handle(.hide) }
    /// What is visible stays so for another while: to be called at whatever a person does. Shows nothing.
    public func reset() { handle(.reset) }
    /// The pointer has left the video: what plays is to be seen without controls at once.
    public func pointerLeft() { handle(.pointerLeft) }
    /// Shows the controls and keeps them until ``release(_:)``.
    public func hold(_ reason: Hold) { handle(.hold(reason, true)) }
    /// Lets the controls hide again, after the delay.
    public func release(_ reason: Hold) { handle(.hold(reason, false)) }
    /// The application is seen again: what does not play is shown with its controls.
    public func becameForeground() { handle(.foreground) }

    /// What a player of another kind does: instead of ``player``, which is nil then.
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
