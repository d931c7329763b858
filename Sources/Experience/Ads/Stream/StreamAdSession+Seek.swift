// SPDX-License-Identifier: Apache-2.0

extension StreamAdSession {
    /// Seeks at the viewer's request. Ignored during ads and while another seek is in progress.
    mutating func seek(to target: Double, _ actions: inout [Action]) {
        guard canSeek, target.isFinite else { return }
        let target = max(0, min(target, duration ?? target))
        guard phase == .playing, !timeline.isLive else { return go(to: target, &actions) }
        // A target inside a break: seek past it if it was watched, otherwise to its start.
        if let index = timeline.cuepoint(at: target) {
            let cuepoint = timeline.cuepoints[index]
            let playsBreak = !cuepoint.isPlayed || (settings.seekRule == .lastBreak && target > position)
            return go(to: playsBreak ? cuepoint.start : cuepoint.end, &actions)
        }
        let passed = timeline.previousCuepoint(before: target).map { timeline.cuepoints[$0] }
        if let passed, passed.start > position, settings.seekRule == .lastBreak || !passed.isPlayed {
            targets.resume(at: target)
            return go(to: passed.start, &actions)
        }
        go(to: target, &actions)
    }

    /// Seeks without playing the breaks on the way or marking them as played.
    mutating func seekWithoutAds(_ content: Double, _ actions: inout [Action]) {
        guard content.isFinite, content >= 0, phase != .over else { return }
        guard phase == .playing || phase == .backup else {
            // Deferred until the player is ready.
            targets.seekWithoutAds(to: content)
            if settings.usesShutter, !isShutterClosed {
                isShutterClosed = true
                actions.append(.shutter(isOn: true, fade: 0))
            }
            return
        }
        if settings.usesShutter, !isShutterClosed {
            isShutterClosed = true
            actions.append(.shutter(isOn: true, fade: 0))
        }
        if current != nil { leave(at: position, isThrough: false, &actions) }
        targets.forgetResume()
        go(to: phase == .backup ? content : timeline.streamTime(at: content), &actions)
    }

    mutating func seekEnded(_ time: Double, _ actions: inout [Action]) {
        guard isSeeking else { return }
        isSeeking = false
        if isShutterClosed { openShutter(&actions) }
        move(to: time, &actions)
    }

    mutating func openShutter(_ actions: inout [Action]) {
        isShutterClosed = false
        actions.append(.shutter(isOn: false, fade: settings.shutterFade))
    }

    /// Skips the current ad, if allowed, and continues with the next one.
    mutating func skip(_ actions: inout [Action]) {
        guard let state = current, let adIndex = state.ad, !timeline.isLive else { return }
        let entry = breaks[state.index]
        let start = entry.start + entry.ads[..<adIndex].reduce(0) { $0 + $1.duration }
        guard let offset = entry.ads[adIndex].skipOffset, position - start >= offset - 0.01 else { return }
        actions.append(.emit(.skipped(ad: entry.ads[adIndex].id)))
        let end = start + entry.ads[adIndex].duration
        // A skipped ad isn't completed.
        current?.quartiles = 0
        if adIndex == entry.ads.count - 1 { leave(at: end, isThrough: true, &actions) }
        if !isSeeking { go(to: end, &actions) }
    }
}
