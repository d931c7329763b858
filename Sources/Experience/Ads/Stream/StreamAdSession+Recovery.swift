// SPDX-License-Identifier: Apache-2.0

extension StreamAdSession {
    /// Falls back to the content without ads, at the current position.
    mutating func backup(_ failure: StreamFailure, _ actions: inout [Action]) {
        let content = phase == .playing && !timeline.isLive ? contentTime : pendingAdFreeSeek ?? bookmark
        reset(&actions)
        (phase, bookmark, pendingAdFreeSeek) = (.backup, content, nil)
        actions += [.emit(.failed(failure)), .loadBackup, .emit(.backupStarted)]
    }

    /// Requests a new session after a failure, because the URLs of a stitched stream expire quickly.
    ///
    /// - Parameter failure: nil if playback itself hasn't failed.
    mutating func recover(_ failure: StreamFailure?, _ now: Double, _ actions: inout [Action]) {
        guard phase == .playing || phase == .loading || waitsForNetwork, let request else { return }
        guard settings.recoversAutomatically else {
            if let failure { backup(failure, &actions) }
            return
        }
        guard isReachable else {
            waitsForNetwork = true
            return
        }
        if let recoveredAt, now - recoveredAt < settings.recoveryPause {
            if let failure { backup(failure, &actions) }
            return
        }
        let content = phase == .playing && !timeline.isLive ? contentTime : bookmark
        reset(&actions)
        (recoveredAt, waitsForNetwork, phase, bookmark) = (now, false, .requesting, content)
        actions += [.rebuild, .request(request)]
    }

    /// Resets the ad state and the app's ad UI.
    private mutating func reset(_ actions: inout [Action]) {
        if current != nil { actions += [.seekable(true), .linear(false)] }
        if isShutterClosed { openShutter(&actions) }
        current = nil
        resumeTarget = nil
        isSeeking = false
        hasStarted = false
        breaks = []
        timeline = StreamTimeline([], isLive: timeline.isLive)
    }
}
