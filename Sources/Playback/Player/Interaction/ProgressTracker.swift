// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import Observation
public import WindowboxMedia

/// When moving a slider performs a seek.
public enum SeekBehavior: Hashable, Sendable {
    /// Video pauses and seeks while the slider moves; audio seeks at the end.
    case optimal
    /// Seeks only at the end.
    case deferred
}

/// The position of a player for a slider: displays it and changes it.
///
/// There is no progress for live streams without a seekable window or while the stream is unknown; setting it is then ignored. Setting it
/// without an interaction, as keys and assistive technology do, seeks at once.
@MainActor @Observable public final class ProgressTracker {
    /// Changing it during an interaction resumes the former player, and pauses the new one if it seeks during the interaction.
    public var player: Player? { didSet { if player !== oldValue { follow(insteadOf: oldValue) } } }

    /// Whether the user is moving the slider. Meanwhile the player's time doesn't move it; setting it to false seeks.
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
    /// Whether ``progress`` has a meaning: an item with a seekable range is loaded.
    public var isProgressAvailable: Bool { shown != nil }
    /// The range of ``progress``: 0...0 while unavailable, else 0...1.
    public var range: ClosedRange<Double> { shown == nil ? 0...0 : 0...1 }
    /// The time of ``progress`` in seconds on the item's timeline, also while the user moves the slider.
    public var time: Double? {
        _ = (shown, timeRange)
        return rule.time
    }
    /// The seekable range, in seconds on the item's timeline; nil while progress is unavailable.
    public private(set) var timeRange: TimeRange?
    private var shown: Double?

    @ObservationIgnored private var rule: ProgressRule
    @ObservationIgnored private let interval: Duration
    @ObservationIgnored private var following: [Task<Void, Never>] = []

    /// - Parameter interval: time between two updates of the player's time, on the item's timeline; must be greater than zero.
    public init(interval: Duration, seekBehavior: SeekBehavior = .optimal) {
        precondition(interval > .zero, "the interval must be greater than zero")
        self.interval = interval
        rule = ProgressRule(seekBehavior)
    }

    isolated deinit { following.forEach { $0.cancel() } }

    /// The date of ``time``, for streams with dates.
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
