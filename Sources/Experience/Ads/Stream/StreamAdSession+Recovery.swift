// SPDX-License-Identifier: Apache-2.0

extension StreamAdSession {
    /// Falls back to the content without ads, at the current position.
    mutating func backup(_ failure: StreamFailure, _ actions: inout [Action]) {
        let content = phase == .playing && !timeline.isLive ? contentTime : targets.atStart
        reset(&actions)
        (phase, targets) = (.backup, SeekTargets(bookmark: content))
        actions += [.emit(.failed(failure)), .loadBackup, .emit(.backupStarted)]
    }

    /// Requests a new session after a failure, because the URLs of a stitched stream expire quickly.
    ///
    /// - Parameter failure: nil if playback itself hasn't failed.
    mutating func recover(_ failure: StreamFailure?, _ now: Double, _ actions: inout [Action]) {
        guard phase == .playing || phase == .loading || recovery.waitsForNetwork, let request else { return }
        switch recovery.decide(settings, at: now) {
        case .wait: break
        case .giveUp: if let failure { backup(failure, &actions) }
        case .request:
            let content = phase == .playing && !timeline.isLive ? contentTime : targets.bookmark
            reset(&actions)
            phase = .requesting
            targets.restart(at: content)
            actions += [.rebuild, .request(request)]
        }
    }

    /// Resets the ad state and the app's ad UI.
    private mutating func reset(_ actions: inout [Action]) {
        if current != nil { actions += [.seekable(true), .linear(false)] }
        if isShutterClosed { openShutter(&actions) }
        current = nil
        targets.forgetResume()
        isSeeking = false
        milestones.restart()
        breaks = []
        timeline = StreamTimeline([], isLive: timeline.isLive)
    }
}

/// Whether a failed stream is requested again.
struct StreamRecovery: Hashable, Sendable {
    enum Decision: Hashable, Sendable {
        /// Until the network is reachable.
        case wait
        case giveUp
        case request
    }

    private var isReachable = true
    private(set) var waitsForNetwork = false
    /// When the stream was last requested again.
    private var last: Double?

    mutating func decide(_ settings: StreamAdSession.Settings, at now: Double) -> Decision {
        guard settings.recoversAutomatically else { return .giveUp }
        guard isReachable else {
            waitsForNetwork = true
            return .wait
        }
        if let last, now - last < settings.recoveryPause { return .giveUp }
        (last, waitsForNetwork) = (now, false)
        return .request
    }

    /// - Returns: whether a recovery waited for the network and can begin.
    mutating func network(isReachable: Bool) -> Bool {
        self.isReachable = isReachable
        return isReachable && waitsForNetwork
    }
}
