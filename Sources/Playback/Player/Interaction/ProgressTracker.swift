// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import Observation
public import WindowboxMedia

/// When moving a slider seeks.
public enum SeekBehavior: Hashable, Sendable {
    /// Video seeks while the slider moves, and stands still meanwhile; sound seeks at the end.
    case optimal
    /// Nothing seeks before the end.
    case deferred
}

/// The position of a player for a slider: shows it, and changes it.
///
/// Plain live and what is not known yet have no progress; setting it is ignored then. Setting it without an interaction, as
/// keys and assistive technology do, seeks at once.
@MainActor @Observable public final class ProgressTracker {
    /// Changing it during an interaction lets the former player go on, and holds the new one if it moves with the slider.
    public var player: Player? { didSet { if player !== oldValue { follow(insteadOf: oldValue) } } }

    /// A person moves the slider. Meanwhile the player's own time does not move it; the end of it seeks.
    public var isInteracting: Bool {
        get {
            access(keyPath: \.isInteracting)
            return rule.isInteracting
        }
        set {
            guard newValue != rule.isInteracting else { return }
            if let player, newValue { learn(player) }
            withMutation(keyPath: \.isInteracting) { perform(.interact(newValue)) }
        }
    }

    /// 0...1; 0 while unavailable.
    public var progress: Double {
        get { shown ?? 0 }
        set { perform(.set(newValue)) }
    }
    public var isProgressAvailable: Bool { shown != nil }
    /// What ``progress`` moves in: 0...0 while unavailable, else 0...1.
    public var range: ClosedRange<Double> { shown == nil ? 0...0 : 0...1 }
    /// Seconds on the item's timeline of what ``progress`` says, also while a person moves it.
    public var time: Double? {
        _ = (shown, timeRange)
        return rule.time
    }
    /// What can be sought, in seconds on the item's timeline; nil while progress is unavailable.
    public private(set) var timeRange: TimeRange?
    private var shown: Double?

    @ObservationIgnored private var rule: ProgressRule
    @ObservationIgnored private let interval: Duration
    @ObservationIgnored private var following: [Task<Void, Never>] = []

    /// - Parameter interval: of the item's timeline, between two looks at the player's time; above zero.
    public init(interval: Duration, seekBehavior: SeekBehavior = .optimal) {
        precondition(interval > .zero, "an interval is above zero")
        self.interval = interval
        rule = ProgressRule(seekBehavior)
    }

    isolated deinit { following.forEach { $0.cancel() } }

    /// When what ``time`` says was recorded, for streams that carry dates.
    public func date() -> Date? {
        guard let player, let date = player.date, let now = player.time, let time else { return nil }
        return date.addingTimeInterval(time - now)
    }

    private func follow(insteadOf old: Player?) {
        following.forEach { $0.cancel() }
        following = []
        perform(.leave, on: old)
        guard let player else { return }
        learn(player)
        let states = player.propertiesUpdates
        let times = player.periodicTimes(every: interval)
        following = [
            Task { [weak self, weak player] in
                for await _ in states {
                    guard !Task.isCancelled, let self, let player else { return }
                    learn(player)
                }
            },
            Task { [weak self] in
                for await time in times {
                    guard !Task.isCancelled, let self else { return }
                    perform(.time(time))
                }
            },
        ]
    }

    private func learn(_ player: Player) {
        let properties = player.currentProperties
        perform(.player(range: properties.seekableTimeRange, properties.mediaType))
        if rule.progress == nil { perform(.time(player.time)) }
    }

    private func perform(_ event: ProgressRule.Event) { perform(event, on: player) }

    private func perform(_ event: ProgressRule.Event, on player: Player?) {
        let actions = rule.handle(event)
        if shown != rule.progress { shown = rule.progress }
        let range = rule.progress == nil ? nil : rule.range
        if timeRange != range { timeRange = range }
        for action in actions {
            switch action {
            case .hold: player?.beginScrubbing()
            case .scrub(let time): player?.scrub(to: time)
            case .release(let time): player?.endScrubbing(at: time)
            case .seek(let time): player?.seek(.near(time), .immediate)
            }
        }
    }
}
