// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxPlayer

/// A player with one item of a feed, and what it tells of it.
@MainActor final class PreparedItem {
    enum Fact {
        /// A picture is there.
        case ready
        case position(Double)
        case duration(Double)
        /// Playing stands still for want of data, or goes on.
        case stalled(Bool)
        case ended
        case failed(PlayerError)
        /// It is tried again.
        case recovers
    }

    let player: Player
    private let tell: @MainActor (Fact) -> Void
    private var following: [Task<Void, Never>] = []
    private(set) var isReady = false
    private var lastEvent: Int?
    private var hasEnded = false
    private var hasMoved = false
    private var hasFailed = false
    private var duration: Double?

    init(_ player: Player, _ item: PlayerItem, tell: @escaping @MainActor (Fact) -> Void) {
        self.player = player
        self.tell = tell
        player.pause()
        player.actionAtItemEnd = .pause
        player.items = [item]
        let (updates, times) = (player.propertiesUpdates, player.periodicTimes(every: .milliseconds(250)))
        let happenings = player.metricEventsUpdates
        following = [
            Task { [weak self] in for await properties in updates { self?.look(properties) } },
            Task { [weak self] in for await time in times { self?.passed(time) } },
            Task { [weak self] in for await events in happenings { self?.heard(events) } },
        ]
    }

    isolated deinit { for task in following { task.cancel() } }

    func play() {
        if player.playbackState == .ended || player.error != nil { player.replay() } else { player.play() }
    }

    /// Gives the player back without its item.
    func empty() -> Player {
        for task in following { task.cancel() }
        following = []
        player.pause()
        player.items = []
        return player
    }

    private func look(_ properties: PlayerProperties) {
        // What was told before the player was given another item.
        guard !following.isEmpty else { return }
        if let error = player.error {
            if !hasFailed { tell(.failed(error)) }
            hasFailed = true
            return
        }
        if hasFailed { tell(.recovers) }
        hasFailed = false
        if let known = properties.duration, known != duration {
            duration = known
            tell(.duration(known))
        }
        if !isReady, properties.playbackState != .idle, !properties.isBuffering {
            isReady = true
            tell(.ready)
        }
        if properties.rate > 0, let time = player.time { moved(to: time) }
        let isAtEnd = properties.playbackState == .ended
        if isAtEnd, !hasEnded {
            // One that is shorter than the wait for its properties was seen all the same.
            if !hasMoved { moved(to: player.time ?? 0) }
            tell(.ended)
        }
        hasEnded = isAtEnd
    }

    private func heard(_ events: [MetricEvent]) {
        guard !following.isEmpty else { return }
        for event in events where event.id > lastEvent ?? -1 {
            lastEvent = event.id
            switch event.kind {
            case .stall: tell(.stalled(true))
            case .resumeAfterStall: tell(.stalled(false))
            default: break
            }
        }
    }

    /// Changes of quality since the player has the item, and seconds behind the live moment where its stream says what time it shows.
    var measures: (renditionChanges: Int, latency: Double?) {
        let isLive = player.streamType == .live || player.streamType == .dvr
        return (player.metrics()?.total.bitrateSwitches ?? 0, isLive ? player.date.map { Date().timeIntervalSince($0) } : nil)
    }

    private func passed(_ time: Double) {
        if player.rate > 0, !player.isSeeking { moved(to: time) }
    }

    private func moved(to time: Double) {
        hasMoved = true
        tell(.position(time))
    }
}
