// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxPlayer

/// A player with one feed item, and the facts it reports about it.
@MainActor final class PreparedItem {
    enum Fact {
        /// A frame is available.
        case ready
        case position(Double)
        case duration(Double)
        /// Playback has stalled for lack of data, or has resumed.
        case stalled(Bool)
        case ended
        case failed(PlayerError)
        /// It is being retried.
        case recovers
    }

    let player: Player
    private let report: @MainActor (Fact) -> Void
    private var following: [Task<Void, Never>] = []
    private(set) var isReady = false
    private var lastEvent: Int?
    private var hasEnded = false
    private var hasMoved = false
    private var hasFailed = false
    private var duration: Double?

    init(_ player: Player, _ item: PlayerItem, report: @escaping @MainActor (Fact) -> Void) {
        self.player = player
        self.report = report
        player.pause()
        player.actionAtItemEnd = .pause
        player.items = [item]
        let (updates, times) = (player.propertiesUpdates, player.periodicTimes(every: .milliseconds(250)))
        let metricEvents = player.metricEventsUpdates
        following = [
            Task { [weak self] in for await properties in updates { self?.check(properties) } },
            Task { [weak self] in for await time in times { self?.passed(time) } },
            Task { [weak self] in for await events in metricEvents { self?.handle(events) } },
        ]
    }

    isolated deinit { for task in following { task.cancel() } }

    func play() {
        if player.playbackState == .ended || player.error != nil { player.replay() } else { player.play() }
    }

    /// Stops observing and returns the player without its item.
    func empty() -> Player {
        for task in following { task.cancel() }
        following = []
        player.pause()
        player.items = []
        return player
    }

    private func check(_ properties: PlayerProperties) {
        // Ignore updates that belong to an earlier item.
        guard !following.isEmpty else { return }
        if let error = player.error {
            if !hasFailed { report(.failed(error)) }
            hasFailed = true
            return
        }
        if hasFailed { report(.recovers) }
        hasFailed = false
        if let known = properties.duration, known != duration {
            duration = known
            report(.duration(known))
        }
        if !isReady, properties.playbackState != .idle, !properties.isBuffering {
            isReady = true
            report(.ready)
        }
        if properties.rate > 0, let time = player.time { moved(to: time) }
        let isAtEnd = properties.playbackState == .ended
        if isAtEnd, !hasEnded {
            // A video shorter than the interval of property updates has still been seen.
            if !hasMoved { moved(to: player.time ?? 0) }
            report(.ended)
        }
        hasEnded = isAtEnd
    }

    private func handle(_ events: [MetricEvent]) {
        guard !following.isEmpty else { return }
        for event in events where event.id > lastEvent ?? -1 {
            lastEvent = event.id
            switch event.kind {
            case .stall: report(.stalled(true))
            case .resumeAfterStall: report(.stalled(false))
            default: break
            }
        }
    }

    /// The number of quality changes since the player received the item, and the live latency in seconds if the stream has dates.
    var qualityMetrics: (renditionChanges: Int, latency: Double?) {
        let isLive = player.streamType == .live || player.streamType == .dvr
        return (player.metrics()?.total.bitrateSwitches ?? 0, isLive ? player.date.map { Date().timeIntervalSince($0) } : nil)
    }

    private func passed(_ time: Double) {
        if player.rate > 0, !player.isSeeking { moved(to: time) }
    }

    private func moved(to time: Double) {
        hasMoved = true
        report(.position(time))
    }
}
