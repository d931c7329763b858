// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxPlayer

/// Decides which player events are reported to audience measurement.
struct AnalyticsSession {
    enum Event {
        case enabled
        case state(AnalyticsState)
        /// The time requested with ``Action/wake(at:)`` has come.
        case woke(AnalyticsState)
        case disabled(AnalyticsState)
    }

    enum Action: Hashable {
        case send(AnalyticsEvent)
        /// Requests ``Event/woke(_:)`` at a time. Replaces an earlier request.
        case wake(at: Instant)
        case rest
    }

    /// Seconds.
    static let positionInterval = 30.0
    static let uptimeInterval = 60.0

    /// The application's labels for the item.
    var labels: [String: String] = [:]
    private var last: AnalyticsEvent.Name?
    private var played = Stopwatch()
    private var nextPosition: Instant?
    private var nextUptime: Instant?

    mutating func handle(_ event: Event, at now: Instant) -> [Action] {
        switch event {
        case .enabled:
            let labels = labels
            self = AnalyticsSession()
            self.labels = labels
            return []
        case .state(let state):
            played.run(state.flows, at: now)
            return AnalyticsEvent.Name(state.activity).map { emit($0, state, at: now) } ?? []
        case .woke(let state): return beat(state, at: now)
        case .disabled(let state):
            played.run(false, at: now)
            return emit(.stop, state, at: now)
        }
    }

    private mutating func emit(_ name: AnalyticsEvent.Name, _ state: AnalyticsState, at now: Instant) -> [Action] {
        guard Self.mayFollow(name, last) else { return [] }
        let wasPlaying = last == .play
        last = name
        let sent = Action.send(report(name, state, at: now))
        guard name == .play else {
            (nextPosition, nextUptime) = (nil, nil)
            return wasPlaying ? [sent, .rest] : [sent]
        }
        nextPosition = now + Self.positionInterval
        nextUptime = state.isLive ? now + Self.uptimeInterval : nil
        return [sent] + wake
    }

    /// Whether an event may follow another. Events in a different order make services count wrong.
    static func mayFollow(_ name: AnalyticsEvent.Name, _ last: AnalyticsEvent.Name?) -> Bool {
        switch (last, name) {
        case (nil, .play), (.eof, .play): true
        case (nil, _), (.eof, _), (.stop, _): false
        case (.pause, .seek), (.pause, .eof), (.seek, .pause), (.seek, .eof): false
        case (let last?, _): last != name
        }
    }

    private mutating func beat(_ state: AnalyticsState, at now: Instant) -> [Action] {
        guard last == .play else { return [] }
        played.run(state.flows, at: now)
        var actions: [Action] = []
        if let due = nextPosition, now >= due {
            actions.append(.send(report(.position, state, at: now)))
            nextPosition = now + Self.positionInterval
        }
        if let due = nextUptime, now >= due {
            actions.append(.send(report(.uptime, state, at: now)))
            nextUptime = now + Self.uptimeInterval
        }
        return actions + wake
    }

    private var wake: [Action] { [nextPosition, nextUptime].compactMap { $0 }.min().map { [.wake(at: $0)] } ?? [] }

    private func report(_ name: AnalyticsEvent.Name, _ state: AnalyticsState, at now: Instant) -> AnalyticsEvent {
        AnalyticsEvent(
            name: name, mediaPosition: state.isLive ? Int(milliseconds: played.seconds(at: now)) : state.time, timeshift: state.timeshift,
            volume: state.volume, audio: state.audio, hasAudioDescription: state.hasAudioDescription, subtitles: state.subtitles,
            bandwidth: state.bandwidth, labels: labels)
    }
}

extension AnalyticsEvent.Name {
    fileprivate init?(_ activity: AnalyticsState.Activity) {
        switch activity {
        case .idle: return nil
        case .playing: self = .play
        case .paused: self = .pause
        case .seeking: self = .seek
        case .ended: self = .eof
        }
    }
}
