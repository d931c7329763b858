// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    /// Issues every load that is due, and asks to be woken for the next that is not.
    mutating func pump() {
        guard phase != .over, phase != .idle else { return }
        if let at = root.retryAt, at <= now { loadRoot() }
        reloadDueTracks()
        if let due = steering.nextLoad, due <= now { loadSteering() }
        if trickPlay != nil {
            pumpPictures()
        } else if phase == .running {
            for lane in Lane.allCases where phase == .running { schedule(lane) }
        }
        pumpPreview()
        guard phase != .over else { return }
        if telemetry.collector != nil { telemetry.pump(playingStatus, &actions) }
        arm()
    }

    /// Loads for one lane until it has a request under way, enough, or must wait.
    private mutating func schedule(_ lane: Lane) {
        let number = Int(lane.rawValue)
        guard lanes[number].isActive else { return }
        // Each round passes over at most one gap; hostile playlists of nothing but gaps go on at the next event.
        for _ in 0..<64 {
            guard lanes[number].flight == nil, lanes[number].replacement == nil, !lanes[number].hasEnded, !isWaiting(number),
                hasRoom(number), isInStep(number)
            else { return }
            if let index = lanes[number].track, passBlocked(lane, of: index) { continue }
            if lane == .main, !settleVariant() { return }
            guard let index = lanes[number].track, playlists.tracks[index].playlist != nil else { return }
            switch nextLoad(number, in: index) {
            case .nothingYet: return
            case .behind(let start): if !catchUp(lane, to: start) { return }
            case .end:
                lanes[number].hasEnded = true
                actions.append(.endOfStream(lane))
                note(.end, lane.name + " at " + decimalText(lanes[number].time, decimals: 3) + " s")
                return
            case .gap(let range, let following):
                if bridge(lane, range) {
                    if lanes[number].track != index { continue }
                    return
                }
                passGap(lane, range, following)
            case .load(let segment, let following, let isHint):
                request(segment, following, track: index)
                lanes[number].flight?.isHint = isHint
                return
            }
        }
    }

    /// What a lane loads next from a playlist.
    func nextLoad(_ number: Int, in index: Int) -> NextLoad {
        LoadFinder(
            lane: lanes[number], track: playlists.tracks[index], usesParts: playlists.usesParts(index),
            exclusions: selection.exclusions, now: now
        ).nextLoad
    }

    private mutating func isWaiting(_ number: Int) -> Bool {
        if let at = lanes[number].retryAt, at > now { return true }
        lanes[number].retryAt = nil
        return false
    }

    /// Within the buffer goal in seconds and bytes.
    private func hasRoom(_ number: Int) -> Bool {
        let ahead = lanes[number].ahead(of: facts.position)
        if ahead >= configuration.bufferGoal { return false }
        if ahead < 2 { return true }
        var bytes = 0
        for lane in lanes { bytes += lane.bytes }
        return bytes < configuration.bufferBytes
    }

    /// Not more than about a segment ahead of the neediest lane; subtitles hold nobody up.
    private func isInStep(_ number: Int) -> Bool {
        for other in 0..<2 where other != number && lanes[other].isActive && !lanes[other].hasEnded {
            var step = 1.0
            if let track = lanes[other].track { step = max(step, playlists.tracks[track].targetDuration) }
            if let track = lanes[number].track { step = max(step, playlists.tracks[track].targetDuration) }
            if lanes[number].time - lanes[other].time >= step { return false }
        }
        return true
    }

    /// Issues a segment load.
    mutating func request(_ segment: SegmentLoad, _ following: LaneState.Place, track: Int) {
        let number = Int(segment.lane.rawValue)
        let index = segment.lane == .main ? quality.grid?.index(at: segment.range.start + 0.001) ?? -1 : -1
        let id = load(.segment(segment), for: .segment(segment.lane), limits: segmentLimits(segment))
        lanes[number].flight = LaneState.Flight(
            id: id, segment: segment, track: track, started: now, index: index, following: following)
        lanes[number].retryAt = nil
        quality.rule.handle(.requested(id), at: now)
    }

    private func segmentLimits(_ segment: SegmentLoad) -> StreamLoad.TimeLimits {
        var limits = configuration.limitsOfLoads.segment
        limits.whole = max(limits.whole, 6 * segment.range.duration)
        return limits
    }

    private mutating func passGap(_ lane: Lane, _ range: TimeRange, _ following: LaneState.Place) {
        let number = Int(lane.rawValue)
        actions.append(.gap(lane, range))
        note(.gap, lane.name + " " + spanText(range.start, range.end))
        lanes[number].time = range.end
        lanes[number].next = following
        lanes[number].startsRun = true
        lanes[number].sampleEnd = nil
    }

    /// Asks to be woken for the earliest thing that waits for a moment.
    private mutating func arm() {
        var earliest: Instant?
        func consider(_ moment: Instant?) {
            // What is due has been looked at in this very round; it now waits for an event, not for a moment.
            guard let moment, moment > now else { return }
            if let known = earliest, known <= moment { return }
            earliest = moment
        }
        consider(root.retryAt)
        consider(steering.nextLoad)
        consider(watchAt)
        consider(telemetry.nextReport)
        for lane in lanes where lane.isActive {
            if lane.flight == nil, !lane.hasEnded {
                consider(lane.retryAt)
                consider(lane.waitUntil)
            }
            if let index = lane.track, playlists.tracks[index].load == nil { consider(playlists.tracks[index].nextReload) }
        }
        guard let earliest else { return }
        guard earliest != wakeAt else { return }
        wakeAt = earliest
        actions.append(.wake(at: earliest))
    }
}
