// SPDX-License-Identifier: Apache-2.0

extension StreamAdSession {
    /// The player has loaded the stream.
    mutating func begin(_ duration: Double?, _ actions: inout [Action]) {
        guard phase == .loading || phase == .backup else { return }
        self.duration = duration
        if phase == .backup {
            if let bookmark = targets.takeBookmark() { go(to: bookmark, &actions) }
        } else {
            phase = .playing
            let hasPreroll = !timeline.isLive && breaks.first.map { $0.start <= 0.5 } ?? false
            if let content = targets.takeAdFree() {
                seekWithoutAds(content, &actions)
            } else if !hasPreroll, let content = targets.takeBookmark() {
                // Without a pre-roll, seek to the bookmark immediately.
                if !timeline.isLive { go(to: timeline.streamTime(at: content), &actions) }
            }
        }
        if !isPaused { actions.append(.play) }
    }

    mutating func move(to time: Double, _ actions: inout [Action]) {
        guard phase == .playing || phase == .backup, time.isFinite else { return }
        let before = position
        position = time
        guard phase == .playing else { return }
        if milestones.start() { actions.append(.emit(.streamStarted)) }
        let index = timeline.cuepoint(at: time)
        if let current, current.index != index {
            leave(at: time, isThrough: time >= timeline.cuepoints[current.index].end - 0.001 && time - before < 5, &actions)
            // A seek is now in progress.
            if isSeeking { return }
        }
        guard let index else { return }
        if current == nil, !enter(index, &actions) { return }
        play(at: time - breaks[index].start, step: time - before, &actions)
    }

    /// - Returns: false if the break is skipped.
    private mutating func enter(_ index: Int, _ actions: inout [Action]) -> Bool {
        if isInPictureInPicture, !timeline.isLive {
            go(to: breaks[index].end, &actions)
            return false
        }
        let isNew = !timeline.cuepoints[index].isPlayed
        current = Current(index: index, ad: nil, isNew: isNew)
        actions += [.seekable(false), .linear(true)]
        if isShutterClosed { openShutter(&actions) }
        let info = pod(index, ad: 0)
        if isNew { actions.append(.emit(.adBreakStarted(info))) }
        actions.append(.emit(.adPeriodStarted(info)))
        return true
    }

    /// Advances through the ads of a break.
    private mutating func play(at time: Double, step: Double, _ actions: inout [Action]) {
        guard var state = current else { return }
        let entry = breaks[state.index]
        var start = 0.0
        var adIndex = entry.ads.count - 1
        for (index, ad) in entry.ads.enumerated() {
            if time < start + ad.duration || index == adIndex {
                adIndex = index
                break
            }
            start += ad.duration
        }
        if state.ad != adIndex {
            if state.ad != nil, step >= 0, step < 5 { finish(&state, &actions) }
            (state.ad, state.reached, state.quartiles) = (adIndex, 0, 0)
            let ad = entry.ads[adIndex]
            if !ad.isSlate, state.isNew {
                actions += [.emit(.loaded(ad: ad.id)), .emit(.started(ad: ad.id, pod(state.index, ad: adIndex)))]
            }
        }
        let ad = entry.ads[adIndex]
        let here = time - start
        // A jump doesn't count as watched.
        if here > state.reached, here <= state.reached + 2 { state.reached = here }
        let events: [StreamAdEvent] = [.firstQuartile(ad: ad.id), .midpoint(ad: ad.id), .thirdQuartile(ad: ad.id)]
        while state.quartiles < 3, state.reached >= ad.duration * Double(state.quartiles + 1) / 4 {
            if !ad.isSlate, state.isNew { actions.append(.emit(events[state.quartiles])) }
            state.quartiles += 1
        }
        current = state
    }

    /// Completes an ad that was watched to its end.
    private func finish(_ state: inout Current, _ actions: inout [Action]) {
        guard let adIndex = state.ad else { return }
        let ad = breaks[state.index].ads[adIndex]
        guard !ad.isSlate, state.isNew, state.quartiles == 3, state.reached >= ad.duration - 2 else { return }
        actions.append(.emit(.complete(ad: ad.id)))
    }

    /// - Parameter isThrough: whether it was played to its end rather than left by a seek.
    mutating func leave(at time: Double, isThrough: Bool, _ actions: inout [Action]) {
        guard var state = current else { return }
        if isThrough { finish(&state, &actions) }
        current = nil
        let info = pod(state.index, ad: breaks[state.index].ads.count - 1)
        actions.append(.emit(.adPeriodEnded(info)))
        if isThrough {
            timeline.markPlayed(state.index)
            if state.isNew { actions.append(.emit(.adBreakEnded(info))) }
        }
        actions += [.seekable(true), .linear(false)]
        if isThrough {
            // Resume at the target of the viewer's seek, or at the bookmark.
            if let target = targets.takeAfterBreak(in: timeline), target > time + 0.1 { go(to: target, &actions) }
        }
        if !timeline.isLive, timeline.cuepoints.allSatisfy(\.isPlayed), milestones.completeAllAds() {
            actions.append(.emit(.allAdsCompleted))
        }
    }

    mutating func go(to time: Double, _ actions: inout [Action]) {
        isSeeking = true
        actions.append(.seek(to: time))
    }

    func pod(_ index: Int, ad: Int) -> StreamPodInfo {
        let entry = breaks[index]
        let adIndex = entry.ads.prefix(ad + 1).count { !$0.isSlate }
        let hasPreroll = (breaks.first?.start ?? 1) <= 0.5
        var podIndex = hasPreroll ? index : index + 1
        if timeline.isLive { podIndex = -2 }
        if !timeline.isLive, index > 0 || !hasPreroll, let duration, entry.end >= duration - 0.5 { podIndex = -1 }
        let isSlate = entry.ads.indices.contains(ad) && entry.ads[ad].isSlate
        return StreamPodInfo(
            podIndex: podIndex, adPosition: isSlate ? 0 : adIndex, totalAds: entry.total,
            isBumper: entry.ads.indices.contains(ad) && entry.ads[ad].isBumper, timeOffset: timeline.contentTime(at: entry.start),
            maxDuration: entry.duration)
    }
}
